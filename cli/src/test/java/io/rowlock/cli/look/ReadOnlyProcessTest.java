package io.rowlock.cli.look;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.cli.Shell;
import io.rowlock.cli.Shell.Job;
import io.rowlock.engines.Engines;
import io.rowlock.engines.machine.Prerequisite;
import io.rowlock.engines.server.Engine;
import io.rowlock.engines.server.UrlDataSource;
import io.rowlock.testkit.fixture.Privilege;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An account that may read and not write looks at the locks, and runs the doctor. */
class ReadOnlyProcessTest {
    @TempDir
    Path directory;

    static List<Engine> engines() {
        return List.of(Engines.postgres(), Engines.mariaDb(), Engines.h2Server());
    }

    @ParameterizedTest
    @MethodSource("engines")
    void anAccountWithSelectAloneSeesAllThatOthersSee(Engine engine) throws Exception {
        Prerequisite.require(engine.availability());
        try (Shell shell = shell(engine, "cli_read")) {
            holdOneLock(shell);
            String seen = shell.run("rowlock ls --json; rowlock ls --all --json; rowlock show kept --json")
                    .out();

            become(shell, engine.restricted(Privilege.SELECT));
            Job job = shell.run("rowlock ls --json; rowlock ls --all --json; rowlock show kept --json");

            assertThat(job.err()).isEmpty();
            assertThat(withoutTime(job.out())).isEqualTo(withoutTime(seen)).contains("\"owner\":\"me\"", "\"FREE\"");
            assertThat(shell.run("rowlock show kept").out()).containsPattern("state +held\nowner +me\n");
            Job never = shell.run("rowlock show never");
            assertThat(never.status()).isEqualTo(1);
            assertThat(never.err()).isEqualTo("rowlock: the table has never seen lock 'never'\n");
        }
    }

    @ParameterizedTest
    @MethodSource("engines")
    void itsDoctorSaysWhatReadingAloneDoesNotShow(Engine engine) throws Exception {
        Prerequisite.require(engine.availability());
        try (Shell shell = shell(engine, "cli_doctor")) {
            shell.run("rowlock schema --apply");

            UrlDataSource guest = (UrlDataSource) engine.restricted(Privilege.SELECT);
            become(shell, guest);
            Job job = shell.run("rowlock doctor");
            Job json = shell.run("rowlock doctor --json");

            String note =
                    "rowlock: this user may read table cli_doctor, but not write it; so the statements that write, the"
                            + " race for a lock and the clock's rate were not tried; to try them, run the doctor as the user of the"
                            + " applications\n";
            assertThat(job.err()).isEqualTo(note);
            assertThat(job.out())
                    .isEqualTo("Table cli_doctor in " + guest.url()
                            + ":\n  nothing is wrong with what can be read: connection, table and settings\n");
            assertThat(job.status()).isZero();
            assertThat(json.out()).isEqualTo("[]\n");
            assertThat(json.err()).isEqualTo(note);
        }
    }

    @Test
    void theViewAloneShowsTheLocks() throws Exception {
        Engine engine = Engines.postgres();
        Prerequisite.require(engine.availability());
        try (Shell shell = shell(engine, "cli_viewed")) {
            holdOneLock(shell);
            UrlDataSource guest = (UrlDataSource) engine.restricted();
            run(engine, "GRANT SELECT ON cli_viewed_status TO " + guest.user());

            become(shell, guest);
            Job list = shell.run("rowlock ls --json");
            Job doctor = shell.run("rowlock doctor");

            assertThat(list.err()).isEmpty();
            assertThat(list.out()).contains("\"name\":\"kept\"", "\"HELD\"", "\"waiters\":null");
            assertThat(doctor.status()).isEqualTo(69);
            assertThat(doctor.err())
                    .isEqualTo("rowlock: cannot use " + engine.jdbcUrl()
                            + ": this user may not read table cli_viewed, which the doctor examines; as the table's owner,"
                            + " run: GRANT SELECT ON cli_viewed TO " + guest.user() + "\n");
        }
    }

    @Test
    void anAccountThatMayReadNothingIsToldWhatToGrant() throws Exception {
        Engine engine = Engines.postgres();
        Prerequisite.require(engine.availability());
        try (Shell shell = shell(engine, "cli_hidden")) {
            shell.run("rowlock schema --apply");

            UrlDataSource guest = (UrlDataSource) engine.restricted();
            become(shell, guest);
            Job job = shell.run("rowlock ls");

            assertThat(job.status()).isEqualTo(69);
            assertThat(job.err())
                    .isEqualTo("rowlock: cannot use " + engine.jdbcUrl()
                            + ": this user may read neither table cli_hidden nor its view cli_hidden_status; as the table's"
                            + " owner, run: GRANT SELECT ON cli_hidden_status TO " + guest.user() + "\n");
        }
    }

    private Shell shell(Engine engine, String table) throws SQLException {
        run(engine, "DROP VIEW IF EXISTS " + table + "_status");
        run(engine, "DROP TABLE IF EXISTS " + table);
        return Shell.in(directory)
                .with("ROWLOCK_URL", engine.jdbcUrl())
                .with("ROWLOCK_USER", engine.user())
                .with("ROWLOCK_PASSWORD", engine.password())
                .with("ROWLOCK_TABLE", table);
    }

    private static void holdOneLock(Shell shell) throws InterruptedException {
        Job job =
                shell.run("rowlock acquire kept --lease 1h --owner me --file t && rowlock run free --owner me -- true");
        assertThat(job.status()).as(job.err()).isZero();
    }

    private static void become(Shell shell, DataSource account) {
        UrlDataSource guest = (UrlDataSource) account;
        shell.with("ROWLOCK_URL", guest.url())
                .with("ROWLOCK_USER", guest.user())
                .with("ROWLOCK_PASSWORD", guest.password());
    }

    private static void run(Engine engine, String sql) throws SQLException {
        try (Connection connection = engine.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String withoutTime(String json) {
        return json.replaceAll("\"asOf\":\"[^\"]*\"", "");
    }
}
