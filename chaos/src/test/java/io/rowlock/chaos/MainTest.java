package io.rowlock.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {
    private final StringWriter errors = new StringWriter();

    @Test
    void aFaultThatThereIsNotIsRejectedInOneLineThatNamesThoseThereAre() {
        assertThat(run("--faults", "kill-everything")).isEqualTo(2);
        assertThat(errors.toString().strip())
                .contains("kill-everything", "kill-worker")
                .hasLineCount(1);
    }

    @Test
    void aContestantOrBugThatThereIsNotIsRejected() {
        assertThat(run("--client", "redis")).isEqualTo(2);
        assertThat(run("--trial", "--bug", "none")).isEqualTo(2);
        assertThat(errors.toString()).contains("redis", "none");
    }

    @Test
    void aHistoryThatIsDamagedIsNoVerdict(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("run.properties"), "lease=2000\n");
        Files.writeString(directory.resolve("worker-1.history"), "17 GRANTED lock\n");
        assertThat(run("--from", directory.toString())).isEqualTo(3);
        assertThat(errors.toString()).contains("17 GRANTED lock");
    }

    @Test
    void aRunThatMissedItsGoalHasAStatusOfItsOwnAndIsNotPublished(@TempDir Path directory) throws IOException {
        keepRunOfOneGrant(directory, "asked.acquisitions=2\n");
        assertThat(run("--from", directory.toString())).isEqualTo(4);
        assertThat(run("--from", directory.toString(), "--publish")).isEqualTo(4);
        assertThat(errors.toString())
                .contains("nothing is published", "2 acquisitions asked for, 1 made: not reached", "--at-most");
        assertThat(Files.readString(directory.resolve("report.txt"))).contains("2 acquisitions asked for, 1 made");
    }

    @Test
    void aRunThatReachedItsGoalOrHadNoneEndsWithZero(@TempDir Path directory) throws IOException {
        keepRunOfOneGrant(directory, "asked.acquisitions=1\n");
        assertThat(run("--from", directory.toString())).isZero();
        keepRunOfOneGrant(directory, "");
        assertThat(run("--from", directory.toString())).isZero();
    }

    private static void keepRunOfOneGrant(Path directory, String facts) throws IOException {
        Files.writeString(directory.resolve("run.properties"), "lease=2000\ngrace=1000\ncall-timeout=1000\n" + facts);
        Files.writeString(
                directory.resolve("worker-1.history"),
                "10 REQUEST lock-01 1 0 20 \n20 GRANTED lock-01 1 7 90 \n30 RELEASING lock-01 1 7 0 \n31 RELEASED lock-01 0 7 0 \n");
    }

    @Test
    void aDirectoryWithoutARunIsNoVerdict(@TempDir Path directory) {
        assertThat(run("--from", directory.toString())).isEqualTo(3);
    }

    @Test
    void everyFaultIsListed() {
        assertThat(run("--list")).isZero();
    }

    private int run(String... args) {
        return Main.status(Main.command().setErr(new PrintWriter(errors, true)), args);
    }
}
