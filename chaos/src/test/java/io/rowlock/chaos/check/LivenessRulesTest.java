package io.rowlock.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.history.Kind;
import org.junit.jupiter.api.Test;

/** Interrupts, calls that end too late, orphaned locks and leaks, in histories written by hand: each rule once broken and once kept. */
class LivenessRulesTest {
    private final HistoryBuilder history = new HistoryBuilder();

    @Test
    void anInterruptThatNobodyNoticesIsCaught() {
        history.asked("a", 1, 0, Kind.REQUEST, 0)
                .event("a", Kind.INTERRUPT, 5, 1, "")
                .event("a", Kind.BUSY, 10, 1, "");
        assertThat(history.broken()).containsExactly(Rule.LOST_INTERRUPT);
    }

    @Test
    void anInterruptThatEndsTheWaitOrMarksTheThreadIsAllRight() {
        history.asked("a", 1, 0, Kind.REQUEST, 0)
                .event("a", Kind.INTERRUPT, 5, 1, "")
                .event("a", Kind.INTERRUPTED, 10, 1, "")
                .asked("a", 2, 20, Kind.REQUEST, 0)
                .event("a", Kind.INTERRUPT, 25, 2, "")
                .event("a", Kind.FLAGGED, 29, 2, "")
                .event("a", Kind.BUSY, 30, 2, "");
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void aCallThatEndsLongAfterItsTimeIsCaught() {
        history.granted("a", 1, 0, 10).released("a", 1, 20).waited("a", 2, 100, 120, Kind.FAILED, 6_200);
        assertThat(history.broken()).containsExactly(Rule.OVERDUE);
    }

    @Test
    void aCallThatNeverEndsIsCaughtWhenItsProcessHasEnded() {
        history.granted("a", 1, 0, 10)
                .released("a", 1, 20)
                .waited("a", 2, 100, 120, Kind.REQUEST, 0)
                .event("a", Kind.END, 6_200, 0, "threads= connections=0");
        assertThat(history.broken()).containsExactly(Rule.OVERDUE);
    }

    @Test
    void aCallMayTakeItsWaitAndTheCallTimeout() {
        history.granted("a", 1, 0, 10).released("a", 1, 20).waited("a", 2, 100, 8_100, Kind.FAILED, 9_200);
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void aProcessThatStandsStillOrDiesCannotAnswer() {
        history.granted("a", 1, 0, 10)
                .released("a", 1, 20)
                .waited("a", 2, 100, 120, Kind.FAILED, 6_200)
                .stopped("a", 150, 6_100)
                .waited("b", 3, 100, 120, Kind.REQUEST, 0)
                .killed("b", 5_000)
                .granted("c", 4, 9_000, 9_010)
                .released("c", 4, 9_020);
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void aLockThatNobodyHasAndSomeoneWaitsForIsCaught() {
        history.granted("a", 1, 0, 10).killed("a", 100).granted("b", 2, 200, 6_500);
        assertThat(history.broken()).containsExactly(Rule.ORPHAN);
    }

    @Test
    void aDeadHoldersLockIsGoneWithLeaseAndGrace() {
        history.granted("a", 1, 0, 10).killed("a", 100).granted("b", 2, 200, 3_300);
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void whileTheDatabaseIsAwayNobodyCanBeGrantedAnything() {
        history.granted("a", 1, 0, 10)
                .killed("a", 100)
                .fault("kill-database", 3_000, 6_000)
                .granted("b", 2, 200, 6_500);
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void aReleaseThatACrashUndoesKeepsTheLockForItsLeaseOnPostgresqlAlone() {
        assertThat(crashedAfterRelease("PostgreSQL").broken()).isEmpty();
        assertThat(crashedAfterRelease("MariaDB").broken()).containsExactly(Rule.ORPHAN);
    }

    private static HistoryBuilder crashedAfterRelease(String engine) {
        HistoryBuilder history = new HistoryBuilder().fact("engine", engine).fault("kill-database", 600, 700);
        return history.granted("a", 1, 0, 10).released("a", 1, 20).granted("b", 2, 300, 4_800);
    }

    @Test
    void aRequestThatFailedKeepsNoLockUnlessItWasSeenTo() {
        history.granted("a", 1, 0, 10)
                .killed("a", 100)
                .asked("c", 3, 3_000, Kind.FAILED, 3_500)
                .asked("c", 4, 4_000, Kind.INTERRUPTED, 4_500)
                .granted("b", 2, 200, 6_500);
        assertThat(history.broken()).containsExactly(Rule.ORPHAN);
        history.seen(7, "c", 4_100, 5_000);
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void aLaterFaultDoesNotExcuseALockThatWasFreeLongBefore() {
        history.granted("a", 1, 0, 10)
                .killed("a", 100)
                .fault("kill-database", 6_500, 8_000)
                .granted("b", 2, 200, 8_100);
        assertThat(history.broken()).containsExactly(Rule.ORPHAN);
    }

    @Test
    void aGuardedTransactionThatIsOpenKeepsTheLock() {
        history.granted("a", 1, 0, 10)
                .event("a", Kind.GUARDING, 50, 1, "by hand")
                .event("a", Kind.LOST, 1_931, 1, "")
                .stopped("a", 2_000, 9_000)
                .event("a", Kind.ABORTED, 9_001, 1, "")
                .granted("b", 2, 1_500, 9_500);
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void aLeakAtTheEndIsCaught() {
        history.granted("a", 1, 0, 10)
                .released("a", 1, 20)
                .event("a", Kind.END, 30, 0, "threads=rowlock-worker-1 connections=0");
        assertThat(history.broken()).containsExactly(Rule.LEAK);
        assertThat(new HistoryBuilder().fact("left.connections", "2").broken()).containsExactly(Rule.LEAK);
        assertThat(new HistoryBuilder().fact("left.locks", "lock-01").broken()).containsExactly(Rule.LEAK);
        assertThat(new HistoryBuilder().fact("stuck", "worker-1").broken()).containsExactly(Rule.LEAK);
    }

    @Test
    void aProcessThatLeavesNothingBreaksNoRule() {
        history.granted("a", 1, 0, 10)
                .released("a", 1, 20)
                .event("a", Kind.END, 30, 0, "threads= connections=0")
                .fact("left.connections", "0");
        assertThat(history.broken()).isEmpty();
    }
}
