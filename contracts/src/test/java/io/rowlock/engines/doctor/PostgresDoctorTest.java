package io.rowlock.engines.doctor;

import static io.rowlock.engines.doctor.DoctorContract.assertAdvises;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.DistributedLock;
import io.rowlock.Finding.Severity;
import io.rowlock.Hold;
import io.rowlock.LockSchema;
import io.rowlock.LockSetupException;
import io.rowlock.Rowlock;
import io.rowlock.engines.EngineExtension;
import io.rowlock.engines.Engines;
import io.rowlock.engines.postgres.PostgresEngine;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The findings of every engine, and those about the lock table on PostgreSQL. */
class PostgresDoctorTest extends FindingsTest implements DoctorContract {

    @RegisterExtension
    static final EngineExtension NEEDED = new EngineExtension(Engines.postgres());

    @Override
    public PostgresEngine engine() {
        return Engines.postgres();
    }

    @Test
    void anUnloggedTableIsFound() throws SQLException {
        patient().client().close();
        patient().run("ALTER TABLE {table} SET UNLOGGED");

        Warnings.assertOnly(patient(), "S1, S3", "UNLOGGED");
    }

    /** The fast path finds a row by its place, which is one of many where a table has several parts. */
    @Test
    void aPartitionedTableIsRejected() throws SQLException {
        patient()
                .run(LockSchema.statements(patient().database(), patient().table())
                        .get(0)
                        .replace("WITH (fillfactor = 50)", "PARTITION BY HASH (name)"));
        patient()
                .run(
                        "CREATE TABLE {table}_0 PARTITION OF {table} FOR VALUES WITH (MODULUS 2, REMAINDER 0)",
                        "CREATE TABLE {table}_1 PARTITION OF {table} FOR VALUES WITH (MODULUS 2, REMAINDER 1)");
        patient()
                .run(LockSchema.statements(patient().database(), patient().table())
                        .get(1));

        assertRejectedOrExclusive("partitioned", "plain table");
    }

    @Test
    void aTableWithChildrenIsRejectedAndFoundLater() throws SQLException {
        try (Rowlock client = patient().client()) {
            patient().run("CREATE TABLE {table}_child (PRIMARY KEY (name, slot)) INHERITS ({table})");
            try {
                assertThat(client.admin().diagnose())
                        .singleElement()
                        .satisfies(finding -> assertAdvises(finding, Severity.IMPOSSIBLE, "S1", "INHERIT"));
                assertRejectedOrExclusive("INHERIT", "plain table");
            } finally {
                patient().run("DROP TABLE {table}_child");
            }
        }
    }

    @Test
    void aTableThatInheritsIsRejected() throws SQLException {
        patient().run("CREATE TABLE {table}_parent (name varchar(200) COLLATE \"C\" NOT NULL)");
        patient().client().close();
        patient().run("ALTER TABLE {table} INHERIT {table}_parent");
        try {
            assertRejectedOrExclusive("INHERIT", "plain table");
        } finally {
            patient().run("ALTER TABLE {table} NO INHERIT {table}_parent", "DROP TABLE {table}_parent");
        }
    }

    /** If such a table is ever let in again, its locks must exclude each other. */
    private void assertRejectedOrExclusive(String... hints) {
        assertThatExceptionOfType(LockSetupException.class)
                .isThrownBy(() -> {
                    try (Rowlock client = patient().client()) {
                        assertHoldsStayHeld(client);
                    }
                })
                .withMessageContainingAll(hints)
                .withMessageContaining(patient().table());
    }

    private static void assertHoldsStayHeld(Rowlock client) {
        List<DistributedLock> locks = IntStream.range(0, 40)
                .mapToObj(number -> client.lock("part-" + number))
                .toList();
        locks.forEach(lock -> lock.tryRun(() -> {}));
        List<Hold> holds =
                locks.stream().flatMap(lock -> lock.tryAcquire().stream()).toList();
        assertThat(holds).hasSameSizeAs(locks);
        assertThat(holds).as("holds that other locks' grants have overwritten").allMatch(Hold::check);
        holds.forEach(Hold::close);
    }

    /** A temporary table hides a table whose name has no schema before it, on the connection that made it. */
    @Test
    void aTemporaryTableOfTheSameNameIsPassedBy() {
        patient().client().close();
        Detour source = new Detour(() -> {
            Connection connection = engine().dataSource().getConnection();
            try (Statement statement = connection.createStatement()) {
                for (String sql : LockSchema.statements(
                                patient().database(), patient().table())
                        .subList(0, 2)) {
                    statement.execute(sql.replace("CREATE TABLE", "CREATE TEMPORARY TABLE"));
                }
            }
            return connection;
        });
        try (Rowlock one = patient().client(source);
                Rowlock two = patient().client();
                Hold hold = one.lock("seen").acquire()) {
            assertThat(two.lock("seen").tryAcquire()).isEmpty();
            assertThat(hold.check()).isTrue();
        }
    }

    @Test
    void aRuleIsFound() throws SQLException {
        patient().client().close();
        patient().run("CREATE RULE {table}_rule AS ON DELETE TO {table} DO ALSO NOTHING");

        Warnings.assertOnly(patient(), "S1, L1", patient().table() + "_rule");
    }

    @Test
    void rowLevelSecurityIsFound() throws SQLException {
        patient().client().close();
        patient()
                .run(
                        "CREATE POLICY partly ON {table} USING (name <> 'hidden')",
                        "ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
                        "ALTER TABLE {table} FORCE ROW LEVEL SECURITY");

        Warnings.assertOnly(patient(), "L1", "row level security");
    }

    @Test
    void rowLevelSecurityThatRejectsGrantsIsReported() throws SQLException {
        try (Rowlock client = patient().client()) {
            patient()
                    .run(
                            "CREATE POLICY no_more ON {table} USING (name = 'rowlock')",
                            "ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
                            "ALTER TABLE {table} FORCE ROW LEVEL SECURITY");

            assertThat(client.admin().diagnose())
                    .anySatisfy(finding -> assertAdvises(finding, Severity.WARNING, "L1", "row level security"))
                    .anySatisfy(finding -> assertAdvises(finding, Severity.WARNING, "L1", "rejected"));
        }
    }
}
