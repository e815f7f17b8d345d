package io.rowlock.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rowlock.cli.CommandProcess;
import io.rowlock.cli.database.Access;
import io.rowlock.cli.database.Databases;
import io.rowlock.cli.demo.board.Round;
import io.rowlock.cli.demo.venue.EmbeddedVenue;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoProcessTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    Path directory;

    @Test
    void oversellsWithoutALockAndNeverUnderOne() throws Exception {
        try (CommandProcess demo = CommandProcess.start(directory, Map.of(), "demo")) {
            List<ProcessHandle> clerks = clerks(demo);

            assertThat(demo.status()).as(demo.out() + demo.err()).isZero();

            assertThat(demo.err()).isEmpty();
            assertThat(demo.out())
                    .doesNotContain("\u001b")
                    .containsPattern("1  without a lock +\\d+ of 150 +[1-9]\\d* +- ")
                    .containsPattern("2  under Rowlock +\\d+ of 150 +0 +\\d+ ")
                    .containsPattern("3  with a process killed +\\d+ of 20 +0 ")
                    .containsPattern("Takeover: process [ABC] had the lock \\d\\.\\d\\d s after process D was killed");
            assertNothingIsLeft(demo, clerks);
        }
    }

    @Test
    void theRoundsLeaveTimeToStartWithinHalfAMinute() {
        Duration longest = Stream.of(Round.values()).map(Round::limit).reduce(Duration.ZERO, Duration::plus);

        assertThat(longest).isLessThan(Duration.ofSeconds(20));
    }

    @Test
    void runsOnADatabaseOfTheUsersAndLeavesNoTable() throws Exception {
        try (EmbeddedVenue server = EmbeddedVenue.open();
                CommandProcess demo = startOn(server.access(), secret(server))) {
            List<ProcessHandle> clerks = clerks(demo);

            assertThat(clerks).noneMatch(clerk -> shownBy(clerk).contains(secret(server)));
            assertThat(demo.status()).as(demo.out() + demo.err()).isZero();
            assertThat(demo.out()).contains("at " + server.access().url()).doesNotContain(secret(server));
            assertThat(tables(server.access())).isEmpty();
            assertNothingIsLeft(demo, clerks);
        }
    }

    @Test
    void aWrongPasswordIsOneLineThatDoesNotHoldIt() throws Exception {
        try (EmbeddedVenue server = EmbeddedVenue.open();
                CommandProcess demo = startOn(server.access(), "s3cret")) {
            assertThat(demo.status()).isEqualTo(69);
            assertThat(demo.err()).contains("rowlock: cannot connect to").doesNotContain("s3cret");
            assertThat(demo.err().lines()).hasSize(1);
        }
    }

    @Test
    void stoppedInTheMiddleItCleansUp() throws Exception {
        try (CommandProcess demo = CommandProcess.start(directory, Map.of(), "demo")) {
            List<ProcessHandle> clerks = clerks(demo);
            await().atMost(SOON).until(() -> demo.out().contains("Round 1"));

            demo.process().destroy();

            assertThat(demo.status()).isEqualTo(143);
            assertThat(demo.err()).isEmpty();
            assertNothingIsLeft(demo, clerks);
        }
    }

    @Test
    void aClerkThatDiesByItselfFailsTheDemo() throws Exception {
        try (CommandProcess demo = CommandProcess.start(directory, Map.of(), "demo")) {
            List<ProcessHandle> clerks = clerks(demo);
            await().atMost(SOON).until(() -> demo.out().contains("Round 1"));

            clerks.get(0).destroyForcibly();

            assertThat(demo.status()).isEqualTo(1);
            assertThat(demo.err()).containsPattern("rowlock: process [A-D] ended unexpectedly");
            assertNothingIsLeft(demo, clerks);
        }
    }

    @Test
    void whenTheDemoIsKilledItsClerksGoToo() throws Exception {
        try (CommandProcess demo = CommandProcess.start(directory, Map.of(), "demo")) {
            List<ProcessHandle> clerks = clerks(demo);
            await().atMost(SOON).until(() -> demo.out().contains("Round 1"));

            demo.process().destroyForcibly();

            assertGone(clerks);
        }
    }

    private CommandProcess startOn(Access access, String password) throws IOException {
        Map<String, String> environment = Map.of("ROWLOCK_PASSWORD", password);
        return CommandProcess.start(
                directory,
                environment,
                "demo",
                "--url",
                access.url(),
                "--user",
                access.user().orElseThrow());
    }

    private static String secret(EmbeddedVenue server) {
        return server.access().password().orElseThrow();
    }

    private static String shownBy(ProcessHandle process) {
        return process.info().commandLine().orElse("");
    }

    private static List<String> tables(Access access) throws SQLException {
        List<String> names = new ArrayList<>();
        try (Connection connection = Databases.connect(access);
                ResultSet tables = connection.getMetaData().getTables(null, "PUBLIC", null, null)) {
            while (tables.next()) {
                names.add(tables.getString("TABLE_NAME"));
            }
        }
        return names;
    }

    private static List<ProcessHandle> clerks(CommandProcess demo) {
        await().atMost(SOON).until(() -> demo.children().size() == 4);
        return demo.children();
    }

    private static void assertNothingIsLeft(CommandProcess demo, List<ProcessHandle> clerks) throws Exception {
        assertThat(demo.temporaryFiles()).isEmpty();
        assertGone(clerks);
    }

    private static void assertGone(List<ProcessHandle> clerks) {
        await().atMost(SOON).until(() -> clerks.stream().noneMatch(ProcessHandle::isAlive));
    }
}
