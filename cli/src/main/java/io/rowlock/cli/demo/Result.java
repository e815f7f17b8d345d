package io.rowlock.cli.demo;

import io.rowlock.cli.demo.board.Round;
import java.time.Duration;
import java.util.List;

/**
 * How a round ended, by the shop's own books.
 *
 * @param round which round
 * @param sold how many sales were recorded
 * @param left how many pieces the shelf says are left
 * @param took from the first order to the last clerk's end
 * @param waits how long each acquired lock was waited for, shortest first
 */
record Result(Round round, int sold, int left, Duration took, List<Duration> waits) {

    Result {
        waits = waits.stream().sorted().toList();
    }

    /** How many sales had no piece to go with them. */
    int oversold() {
        return sold - (round.stock() - left);
    }

    double locksPerSecond() {
        return waits.size() / (took.toNanos() / 1e9);
    }

    Duration medianWait() {
        return waits.isEmpty() ? Duration.ZERO : waits.get(waits.size() / 2);
    }

    Duration longestWait() {
        return waits.isEmpty() ? Duration.ZERO : waits.get(waits.size() - 1);
    }
}
