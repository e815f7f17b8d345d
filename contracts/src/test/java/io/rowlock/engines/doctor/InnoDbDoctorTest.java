package io.rowlock.engines.doctor;

import static io.rowlock.engines.doctor.DoctorContract.assertAdvises;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.rowlock.Finding.Severity;
import io.rowlock.Hold;
import io.rowlock.LockSetupException;
import io.rowlock.Rowlock;
import io.rowlock.engines.server.DemotableEngine;
import io.rowlock.engines.server.Stop;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The findings that MySQL and MariaDB have in common. */
abstract class InnoDbDoctorTest extends FindingsTest implements DoctorContract {
    @Override
    public abstract DemotableEngine engine();

    /** The variable that makes a session's transactions read-only. */
    abstract String readOnlyVariable();

    /** A server of the test's own, started with these options. */
    abstract DemotableEngine server(String... options);

    /** The options of a server that writes a binary log by rows, and keeps it. */
    abstract String[] loggingOptions();

    @Test
    void aBinaryLogThatIsNotKeptAndAReplicaAreFound() throws Exception {
        DemotableEngine primary = server(loggingOptions());
        DemotableEngine replica = server("--server-id=2");
        try {
            assertFindsBinaryLogAndReplica(primary, replica);
        } finally {
            replica.stop(Stop.KILL);
            primary.stop(Stop.KILL);
        }
    }

    @Test
    void aClockThatStandsStillDuringAStatementIsFound() throws Exception {
        DemotableEngine standing = server("--sysdate-is-now");
        try (Patient sick = new Patient(standing)) {
            Warnings.assertOnly(sick, "S8", "sysdate-is-now");
        } finally {
            standing.stop(Stop.KILL);
        }
    }

    @Test
    void commitsThatACrashCanLoseAreFound() throws Exception {
        Administrator.of(engine())
                .during(
                        "set global innodb_flush_log_at_trx_commit = 2",
                        "set global innodb_flush_log_at_trx_commit = 1",
                        () -> Warnings.assertOnly(patient(), "S1, S3", "innodb_flush_log_at_trx_commit is 2"));
        Warnings.assertNone(patient());
    }

    @Test
    void aStorageEngineWithoutRowLocksIsRejected() throws SQLException {
        patient().client().close();
        patient().run("ALTER TABLE {table} ENGINE = MyISAM");

        assertThatExceptionOfType(LockSetupException.class)
                .isThrownBy(patient()::client)
                .withMessageContainingAll("MyISAM", "ENGINE = InnoDB");
    }

    @Test
    void aPartitionedTableIsRejected() throws SQLException {
        patient().client().close();
        patient().run("ALTER TABLE {table} PARTITION BY KEY (name) PARTITIONS 2");

        assertThatExceptionOfType(LockSetupException.class)
                .isThrownBy(patient()::client)
                .withMessageContainingAll(patient().table(), "partitioned", "REMOVE PARTITIONING");
    }

    @Test
    void aServerThatTakesNoWritesIsRejectedAndFoundLater() throws SQLException {
        try (Rowlock client = patient().client()) {
            engine().demote();
            try {
                assertThatExceptionOfType(LockSetupException.class)
                        .isThrownBy(patient()::client)
                        .withMessageContainingAll("read-only", "primary");
                assertThat(client.admin().diagnose())
                        .singleElement()
                        .satisfies(finding -> assertAdvises(finding, Severity.IMPOSSIBLE, "S1", "read-only"));
            } finally {
                engine().promote();
            }
        }
    }

    /** MariaDB's driver notices by itself; MySQL's does not, on either server. */
    @ParameterizedTest
    @ValueSource(strings = {"jdbc:mysql:", "jdbc:mariadb:"})
    void autocommitThatIsOffBehindTheDriversBackIsSwitchedOnAndFound(String driver) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(engine().jdbcUrl().replaceFirst("jdbc:[a-z]+:", driver));
        config.addDataSourceProperty("allowPublicKeyRetrieval", "true");
        config.setUsername(engine().user());
        config.setPassword(engine().password());
        config.setConnectionInitSql("SET autocommit = 0");
        try (HikariDataSource pool = new HikariDataSource(config);
                Rowlock one = patient().client(pool);
                Rowlock two = patient().client();
                Hold hold = one.lock("seen").acquire()) {
            assertThat(two.lock("seen").tryAcquire()).isEmpty();
            hold.renew();
            assertThat(hold.check()).isTrue();
            if (driver.equals("jdbc:mysql:")) {
                assertThat(one.admin().diagnose())
                        .singleElement()
                        .satisfies(finding -> assertAdvises(finding, Severity.WARNING, "S1, S10", "autocommit"));
            }
        }
    }

    @Test
    void sessionsThatTakeNoWritesAreRejected() throws Exception {
        patient().client().close();
        Administrator.of(engine())
                .during(
                        "set global " + readOnlyVariable() + " = on",
                        "set global " + readOnlyVariable() + " = off",
                        () -> assertThatExceptionOfType(LockSetupException.class)
                                .isThrownBy(patient()::client)
                                .withMessageContaining("transaction_read_only"));
    }

    /** On a server with a binary log, which the usual one has not, and with a replica of it. */
    private static void assertFindsBinaryLogAndReplica(DemotableEngine primary, DemotableEngine replica)
            throws Exception {
        Administrator administrator = Administrator.of(primary);
        try (Patient patient = new Patient(primary)) {
            Warnings.assertNone(patient);
            administrator.during(
                    "set global sync_binlog = 0",
                    "set global sync_binlog = 1",
                    () -> Warnings.assertOnly(patient, "S1, S3", "sync_binlog is 0"));
            administrator.during(
                    "set global binlog_format = 'STATEMENT'",
                    "set global binlog_format = 'ROW'",
                    () -> assertThatExceptionOfType(LockSetupException.class)
                            .isThrownBy(patient::client)
                            .withMessageContainingAll("STATEMENT", "ROW or MIXED"));
            Administrator.of(replica)
                    .run(
                            "change master to master_host = '127.0.0.1', master_port = "
                                    + primary.address().getPort()
                                    + ", master_user = 'keeper', master_password = 'keeper', master_ssl = 0",
                            "start slave");
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(replicaState(replica)).containsEntry("slave_io_running", "Yes"));
            administrator.during(
                    "grant process on *.* to rowlock@'%'",
                    "revoke process on *.* from rowlock@'%'",
                    () -> await().atMost(Duration.ofSeconds(30))
                            .untilAsserted(() -> Warnings.assertOnly(patient, "S1, S3", "replicas are attached (1)")));
            // To those who may not see them they are nothing.
            Warnings.assertNone(patient);
        }
    }

    private static Map<String, String> replicaState(DemotableEngine replica) throws SQLException {
        try (Connection connection = Administrator.of(replica).connect();
                ResultSet row = connection.createStatement().executeQuery("show slave status")) {
            Map<String, String> state = new HashMap<>();
            ResultSetMetaData columns = row.getMetaData();
            row.next();
            for (int column = 1; column <= columns.getColumnCount(); column++) {
                state.put(columns.getColumnLabel(column).toLowerCase(Locale.ROOT), row.getString(column));
            }
            return state;
        }
    }
}
