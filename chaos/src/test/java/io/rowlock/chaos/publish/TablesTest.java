package io.rowlock.chaos.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.chaos.check.HistoryBuilder;
import io.rowlock.chaos.history.Kind;
import io.rowlock.chaos.report.TextReport;
import io.rowlock.chaos.report.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The document's tables are made from the kept reports. */
class TablesTest {
    private static final String REPORT = """
              rowlock on MySQL 8.0.31, driver mysql-connector-j-26.10.0 (Revision: x)
              ./rowlock chaos --engine mysql --minutes 7 --publish --seed 4002, seed 4002, 431 s, 2026-11-16
              commit 0123456789abcdef0123456789abcdef01234567
              tree clean

              fault             times  seconds  granted

              %s acquisitions over 20 kinds of fault, 239 lost, 22,127 guard races, 541 connections cut at a byte
              take-over after kill -9, 6 timed: median 2516 ms, longest 3017 ms; in 2 more the waiters gave up first

            %s
            """;

    @TempDir
    Path root;

    @Test
    void aRowForEachReportAndASumForEachDatabase() throws IOException {
        keep("mysql-1.txt", REPORT.formatted("101,651", "  0 violations"));
        keep("mysql-2.txt", REPORT.formatted("8,349", "  BROKEN: nothing leaked (L7), 2 times\n\n  2 violations"));
        assertThat(new Tables(new Checkout(root)).text())
                .contains(
                        "| MySQL 8.0.31 | `--engine mysql --minutes 7 --seed 4002` | 0123456789ab, 2026-11-16 |"
                                + " 6 timed, 2516 ms / 3017 ms | 101,651 | 20 | 239 | 22,127 | 541 | [0](reliability/mysql-1.txt) |")
                .contains("[2](reliability/mysql-2.txt)")
                .contains("| **MySQL 8.0.31, all** |  |  |  | **110,000** |")
                .contains("**1,082** | **2** |");
    }

    @Test
    void aReportThatSaysWhyRequestsFailedIsReadLikeOneThatDoesNot() throws IOException {
        HistoryBuilder history = new HistoryBuilder()
                .fact("client", "rowlock")
                .fact("engine", "MySQL")
                .fact("server", "8.0.31, driver x")
                .fact("command", "./rowlock chaos --engine mysql")
                .fact("seed", "3")
                .fact("date", "2026-11-16")
                .fact("commit", "0123456789abcdef")
                .fact("tree", "clean")
                .fact("asked.acquisitions", "1")
                .fact("asked.guard-races", "20000")
                .fact("asked.cuts-at-a-byte", "5000")
                .granted("worker-1", 1, 0, 10)
                .guarded("worker-1", 9, 1, 12, Kind.ABORTED, "lost")
                .released("worker-1", 1, 20)
                .failed("worker-1", 2, 30, 40, "LockOutcomeUnknownException");
        String report = TextReport.of(Verdict.of(history.histories()));
        assertThat(report).contains("why requests failed", "why transactions did not commit");
        keep("mysql-3.txt", report);
        assertThat(new Tables(new Checkout(root)).text())
                .contains("| MySQL 8.0.31 | `--engine mysql` | 0123456789ab, 2026-11-16 | – | 1 | 0 | 0 | 0 | 0 |"
                        + " [0](reliability/mysql-3.txt) |");
    }

    @Test
    void theTablesStandBetweenTheMarkersAndNothingElseChanges() throws IOException {
        keep("mysql-1.txt", REPORT.formatted("101,651", "  0 violations"));
        Path document = root.resolve("docs/reliability.md");
        Files.writeString(
                document,
                "before <!-- runs -->\nold\n<!-- end --> a <!-- peers -->\n<!-- end --> b"
                        + " <!-- trial -->\n<!-- end --> after");
        new Tables(new Checkout(root)).write();
        assertThat(Files.readString(document))
                .startsWith("before <!-- runs -->\n| database")
                .contains("101,651")
                .doesNotContain("old")
                .endsWith("<!-- end --> after");
    }

    @Test
    void aTrialIsNoRunOfAnotherLibrary() throws IOException {
        keep("mysql-1.txt", REPORT.formatted("101,651", "  0 violations"));
        keep("trial.txt", "  a call goes on waiting after its time   every call ends in time   6.1\n");
        assertThat(new Tables(new Checkout(root)).text())
                .contains("a call goes on waiting")
                .doesNotContain("reliability/trial.txt")
                .contains("No report of such a run is kept")
                .doesNotContain("| library |");
    }

    @Test
    void aFaultThatWasSkippedIsNamedBesideTheNumberOfKinds() throws IOException {
        keep(
                "mysql-1.txt",
                REPORT.formatted(
                        "101,651",
                        "  skipped pooler: /usr/sbin/pgbouncer is not there; remedy: apt-get install pgbouncer\n"
                                + "  0 violations"));
        assertThat(new Tables(new Checkout(root)).text()).contains("| 101,651 | 20; skipped: pooler | 239 |");
    }

    private void keep(String name, String text) throws IOException {
        Path directory = Files.createDirectories(root.resolve("docs/reliability"));
        Files.writeString(directory.resolve(name), text);
    }
}
