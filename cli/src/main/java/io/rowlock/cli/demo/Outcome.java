package io.rowlock.cli.demo;

import io.rowlock.cli.exit.ExitStatus;
import java.util.List;

/**
 * How the demo ended.
 *
 * @param results of each round, in order
 * @param takeover what followed the kill
 */
record Outcome(List<Result> results, Takeover takeover) {

    /** Zero if the locks kept the books true, whatever happened without them. */
    int status() {
        return oversoldUnderLock() == 0 ? ExitStatus.OK : ExitStatus.FAILED;
    }

    /** How many sales went wrong under the lock; any is one too many, in either direction. */
    int oversoldUnderLock() {
        return results.stream()
                .filter(result -> result.round().isLocked())
                .mapToInt(result -> Math.abs(result.oversold()))
                .sum();
    }

    int oversoldWithoutLock() {
        return results.stream()
                .filter(result -> !result.round().isLocked())
                .mapToInt(Result::oversold)
                .sum();
    }
}
