package io.rowlock.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rowlock.LockDefinition;
import io.rowlock.LockKey;
import io.rowlock.Rowlock;
import io.rowlock.cli.Script;
import io.rowlock.cli.Shell;
import io.rowlock.cli.Shell.Job;
import io.rowlock.engines.Engines;
import io.rowlock.engines.machine.Prerequisite;
import io.rowlock.engines.server.Engine;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Five hundred locks, on a window of 120 columns and 30 lines. */
class LsProcessTest {
    private static final Engine ENGINE = Engines.postgres();
    private static final String TABLE = "cli_many";
    private static final String TOTALS = "500 locks: 497 held, 1 expired, 1 kept, 1 revoked; 2 waiters";
    private static final String MORE =
            "\u2026 474 more; --sort chooses which come first, a pattern, --state, --owner and --waiting which are shown";
    private static final String HOME = "\u001b[H";
    private static final int COLUMNS = 120;
    private static final int LINES = 30;

    private static Rowlock rowlock;
    private static Rowlock waiting;

    @TempDir
    Path directory;

    private Shell shell;

    @BeforeAll
    static void holdFiveHundredLocks() throws SQLException {
        Prerequisite.require(ENGINE.availability());
        run("DROP TABLE IF EXISTS " + TABLE + " CASCADE");
        rowlock = open("the-first-machine-with-a-long-name 1 nightly-report-generator");
        waiting = open("bob");
        for (int i = 1; i <= 496; i++) {
            rowlock.lock(definition("job-%03d".formatted(i))).acquire();
        }
        rowlock.lock(definition("kept").withKeepFor(Duration.ofHours(1)))
                .acquire()
                .close();
        rowlock.admin()
                .revoke("revoked", rowlock.lock(definition("revoked")).acquire().token());
        waiting.lock(definition("of-bob")).acquire();
        rowlock.lock(definition("expired")).acquire();
        run("UPDATE " + TABLE + " SET expires_us = expires_us - 7200000000 WHERE name = 'expired'");
        run("UPDATE " + TABLE + " SET renewals = 12 WHERE name = 'job-300'");
        run("UPDATE " + TABLE + " SET renewals = 9 WHERE name = 'job-200'");
        for (String name : List.of("job-007", "job-400")) {
            waiting.lock(LockDefinition.of(LockKey.of(name)).withWait(Duration.ofHours(1)))
                    .acquireAsync();
        }
        await().atMost(Shell.SOON)
                .until(() -> rowlock.admin().locks().stream()
                                .filter(lock -> lock.waiters() > 0)
                                .count()
                        == 2);
    }

    @AfterAll
    static void release() {
        if (rowlock != null) {
            waiting.close();
            rowlock.close();
        }
    }

    @BeforeEach
    void open() {
        shell = Shell.in(directory)
                .with("ROWLOCK_URL", ENGINE.jdbcUrl())
                .with("ROWLOCK_USER", ENGINE.user())
                .with("ROWLOCK_PASSWORD", ENGINE.password())
                .with("ROWLOCK_TABLE", TABLE);
    }

    @AfterEach
    void close() {
        shell.close();
    }

    @Test
    void aWatchedListFitsTheWindowWithTotals() throws Exception {
        Job job = shell.run("COLUMNS=120 LINES=30 rowlock ls --watch --interval 100ms | head -n " + LINES);

        List<String> lines = job.out().lines().toList();
        assertThat(lines).hasSize(LINES).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(COLUMNS));
        assertThat(lines.get(0)).isEqualTo(TOTALS);
        assertThat(lines.get(1)).matches("NAME {5,}STATE {4,}OWNER +SINCE +UNTIL +RENEWALS +WAITERS +TOKEN");
        assertThat(lines.subList(2, 28)).allMatch(line -> line.contains("the-first-machine"));
        assertThat(lines.get(2)).startsWith("expired  ");
        assertThat(lines.get(28)).isEqualTo(MORE);
        assertThat(lines.get(29)).isEmpty();
    }

    @Test
    void aTerminalIsDrawnOverInColoursAndNeverScrolls() throws Exception {
        String screen = onTerminal("", "rowlock ls --watch --interval 100ms --sort state");

        assertThat(screen.lines()).hasSize(LINES - 1);
        assertThat(screen)
                .contains("\u001b[2m" + TOTALS + "\u001b[0m")
                .contains("\u001b[31mrevoked\u001b[0m", "\u001b[33mexpired\u001b[0m", "\u001b[32mheld   \u001b[0m");
        assertThat(withoutEscapes(screen).lines())
                .contains(MORE)
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(COLUMNS));
    }

    @Test
    void noColorIsHonoured() throws Exception {
        String screen = onTerminal("NO_COLOR=1 ", "rowlock ls --watch --interval 100ms --sort state");

        assertThat(screen.lines()).hasSize(LINES - 1);
        assertThat(screen).contains("revoked").doesNotContain("\u001b[3", "\u001b[0m", "\u001b[1m", "\u001b[2m");
    }

    @Test
    void outputToAProgramIsWholeAndPlain() throws Exception {
        Job job = shell.run("rowlock ls");

        assertThat(job.out().lines()).hasSize(501);
        assertThat(job.out())
                .contains("the-first-machine-with-a-long-name 1 nightly-report-generator")
                .doesNotContain("\u001b");
    }

    @Test
    void locksAreChosenByStateOwnerAndWaiters() throws Exception {
        assertThat(names("--state expired,revoked")).containsExactly("expired", "revoked");
        assertThat(names("--state KEPT")).containsExactly("kept");
        assertThat(names("--state free")).isEmpty();
        assertThat(names("--owner bob")).containsExactly("of-bob");
        assertThat(names("--owner 'b?b' --state held")).containsExactly("of-bob");
        assertThat(names("--waiting")).containsExactly("job-007", "job-400");
        assertThat(names("--waiting 'job-4*'")).containsExactly("job-400");
    }

    @Test
    void locksAreSortedByEachColumn() throws Exception {
        assertThat(names("--sort name")).startsWith("expired", "job-001").endsWith("of-bob", "revoked");
        assertThat(names("--sort state"))
                .startsWith("revoked", "expired", "job-001")
                .endsWith("kept");
        assertThat(names("--sort owner")).startsWith("of-bob", "expired");
        assertThat(names("--sort since")).startsWith("job-001", "job-002").endsWith("of-bob", "expired");
        assertThat(names("--sort until")).startsWith("expired", "job-001");
        assertThat(names("--sort renewals")).startsWith("job-300", "job-200", "expired", "job-001");
        assertThat(names("--sort waiters")).startsWith("job-007", "job-400", "expired");
        assertThat(names("--sort token")).startsWith("expired", "of-bob").endsWith("job-002", "job-001");
        assertThat(names("--sort token --reverse")).startsWith("job-001", "job-002");
    }

    private List<String> names(String options) throws InterruptedException {
        Job job = shell.run("rowlock ls " + options);
        assertThat(job.err()).isEmpty();
        return job.out().lines().skip(1).map(line -> line.split(" ", 2)[0]).toList();
    }

    /** The second screen that is drawn, from its first to its last line. */
    private String onTerminal(String environment, String command) throws Exception {
        Script.require();
        Job job = shell.start("exec script -qefc 'stty rows 30 cols 120; unset LINES COLUMNS; exec env TERM=xterm "
                + environment + command + "' /dev/null");
        await().atMost(Shell.SOON).until(() -> job.out().split(Pattern.quote(HOME), -1).length > 3);
        String screen = job.out().split(Pattern.quote(HOME), -1)[2];
        assertThat(screen).endsWith("\u001b[K\r\n\u001b[J");
        return screen.replace("\u001b[K\r\n", "\n").replace("\u001b[J", "");
    }

    private static String withoutEscapes(String text) {
        return text.replaceAll("\u001b\\[\\d*m", "");
    }

    private static Rowlock open(String owner) {
        return Rowlock.builder(ENGINE.dataSource()).table(TABLE).owner(owner).build();
    }

    private static LockDefinition definition(String name) {
        return LockDefinition.of(LockKey.of(name)).withLease(Duration.ofHours(1));
    }

    private static void run(String sql) throws SQLException {
        try (Connection connection = ENGINE.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
