package io.rowlock.chaos.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.chaos.check.HistoryBuilder;
import io.rowlock.chaos.history.Kind;
import io.rowlock.chaos.timeline.Histories;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One fault, from 1,000 to 2,000 ms. A lease is 2,000 ms long, a call takes 1,000 ms at most. */
class FailuresTest {
    private static final String UNKNOWN = "LockOutcomeUnknownException";

    private final HistoryBuilder history = new HistoryBuilder().fault("cut", 1_000, 2_000);

    @Test
    void aRequestThatFailedIsCountedByItsReasonAndByHowNearTheFaultWas() {
        history.failed("worker-1", 1, 100, 200, UNKNOWN)
                .failed("worker-1", 2, 900, 1_100, UNKNOWN)
                .failed("worker-1", 3, 1_500, 1_600, UNKNOWN)
                .failed("worker-1", 4, 4_900, 5_000, UNKNOWN)
                .failed("worker-1", 5, 5_100, 5_200, UNKNOWN);
        assertThat(requests().get(0)).containsExactly("outcome unknown", "1", "4", "0", "1", "1", "1", "1");
    }

    @Test
    void anInterruptOnPurposeIsIntendedHoweverNearTheFaultWas() {
        history.asked("worker-1", 1, 100, Kind.INTERRUPTED, 200).asked("worker-1", 2, 2_100, Kind.INTERRUPTED, 2_200);
        assertThat(requests().get(0)).containsExactly("interrupted on purpose", "0", "2", "2", "0", "0", "0", "0");
    }

    @Test
    void aRequestOfAProcessThatWasKilledHasNoOtherReason() {
        history.asked("worker-1", 1, 900, Kind.REQUEST, 0).killed("worker-1", 1_500);
        assertThat(requests().get(0)).containsExactly("worker killed meanwhile", "0", "1", "0", "1", "0", "0", "0");
    }

    @Test
    void aRequestThatWasGrantedOrBusyDidNotFail() {
        history.granted("worker-1", 1, 0, 10).asked("worker-1", 2, 100, Kind.BUSY, 200);
        assertThat(Failures.ofRequests(history.histories()).isEmpty()).isTrue();
    }

    @Test
    void theSumsAreThoseOfTheTableByFaults() {
        history.failed("worker-1", 1, 100, 200, UNKNOWN)
                .failed("worker-1", 2, 1_500, 1_600, "LockStoreException")
                .asked("worker-1", 3, 300, Kind.INTERRUPTED, 310);
        List<List<String>> byReason = requests();
        List<List<String>> byFault =
                Tally.of(history.histories(), List.of()).grid().rows();
        assertThat(byReason.get(byReason.size() - 1)).startsWith("all", "1", "2");
        assertThat(byFault)
                .extracting(row -> row.get(0) + " " + row.get(5))
                .containsExactly("(nothing broken) 2", "cut 1");
    }

    @Test
    void aTransactionThatDidNotCommitIsCountedByItsReason() {
        history.granted("worker-1", 1, 0, 10)
                .guarded("worker-1", 7, 1, 100, Kind.COMMITTED)
                .guarded("worker-1", 8, 1, 200, Kind.ABORTED, "lost")
                .guarded("worker-1", 11, 1, 250, Kind.UNFENCED, "io.rowlock.StaleTokenException: token 1 is older")
                .guarded("worker-1", 9, 1, 300, Kind.UNKNOWN, "java.sql.SQLException: closed")
                .guarded("worker-1", 10, 1, 400, Kind.ABORTED, "java.sql.SQLException: closed: by the server");
        Histories histories = history.histories();
        assertThat(Failures.ofTransactions(histories).grid("").rows())
                .extracting(row -> row.get(0) + ": " + row.get(2) + ", intended " + row.get(3))
                .containsExactlyInAnyOrder(
                        "rejected by the guard: the hold had ended: 1, intended 1",
                        "rejected by the fence: a newer token was there: 1, intended 1",
                        "commit sent, outcome unknown: 1, intended 0",
                        "error (SQLException): 1, intended 0",
                        "all: 4, intended 2");
    }

    private List<List<String>> requests() {
        return Failures.ofRequests(history.histories()).grid("").rows();
    }
}
