package io.rowlock.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.cli.demo.board.Round;
import io.rowlock.cli.demo.message.Badge;
import io.rowlock.cli.output.Style;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutcomeTest {
    private static final Badge VICTIM = new Badge("D", 4);
    private static final Badge HEIR = new Badge("A", 1);
    private static final Takeover TAKEOVER = new Takeover(
            VICTIM,
            HEIR,
            Duration.ofMillis(2340),
            new Takeover.Life(Duration.ofMillis(3010), 4, Duration.ofSeconds(2), Duration.ofSeconds(1)));

    @Test
    void oversellingWithoutALockIsWhatTheDemoShows() {
        assertThat(outcome(312, 150).status()).isZero();
    }

    @Test
    void oversellingUnderTheLockFails() {
        assertThat(outcome(312, 151).status()).isEqualTo(1);
    }

    @Test
    void aShelfThatLostAPieceWithoutASaleFailsToo() {
        assertThat(outcome(312, 149).status()).isEqualTo(1);
    }

    @Test
    void errorsInBothDirectionsDoNotCancelOut() {
        Outcome outcome = new Outcome(
                List.of(result(Round.LOCKED, 151, 0), result(Round.KILLED, Round.KILLED.stock() - 1, 0)), TAKEOVER);

        assertThat(outcome.status()).isEqualTo(1);
    }

    @Test
    void aRoundCutShortIsJudgedByWhatLeftTheShelf() {
        assertThat(result(Round.LOCKED, 110, 40).oversold()).isZero();
        assertThat(result(Round.UNLOCKED, 140, 40).oversold()).isEqualTo(30);
    }

    @Test
    void theReportSaysWhatWasShown() {
        assertThat(report(outcome(312, 150)))
                .containsPattern("1  without a lock +312 of 150 +162 +- +- +-\n")
                .containsPattern("2  under Rowlock +150 of 150 +0 +2 +5.0 ms +1.20 s\n")
                .contains("process A had the lock 2.34 s after process D was killed")
                .contains("2 s + 1 s")
                .contains("162 items")
                .doesNotContain("\u001b");
    }

    @Test
    void theReportSaysWhenTheLockFailed() {
        assertThat(report(outcome(312, 153))).contains("FAILED: 3 sales");
    }

    @Test
    void theReportDoesNotBlameLuckOnTheLock() {
        assertThat(report(outcome(150, 150))).contains("by luck");
    }

    private static Outcome outcome(int soldUnlocked, int soldLocked) {
        return new Outcome(
                List.of(
                        result(Round.UNLOCKED, soldUnlocked, 0),
                        result(Round.LOCKED, soldLocked, 0),
                        result(Round.KILLED, Round.KILLED.stock(), 0)),
                TAKEOVER);
    }

    private static Result result(Round round, int sold, int left) {
        List<Duration> waits = round.isLocked()
                ? List.of(Duration.ofMillis(1200), Duration.ofMillis(5), Duration.ofMillis(3))
                : List.of();
        return new Result(round, sold, left, Duration.ofMillis(1500), waits);
    }

    private static String report(Outcome outcome) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new Report(new PrintStream(bytes, true, StandardCharsets.UTF_8), new Style(false)).print(outcome);
        return bytes.toString(StandardCharsets.UTF_8).replace("\r\n", "\n");
    }
}
