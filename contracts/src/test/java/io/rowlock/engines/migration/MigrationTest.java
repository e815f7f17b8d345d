package io.rowlock.engines.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.LockSchema;
import io.rowlock.Rowlock;
import io.rowlock.engines.Engines;
import io.rowlock.engines.machine.Prerequisite;
import io.rowlock.engines.server.Engine;
import io.rowlock.testkit.sql.LockTable;
import io.rowlock.testkit.sql.PlainSql;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The definition of the table that lies in the jar serves those who create their tables by migrations. */
class MigrationTest {
    @TempDir
    Path directory;

    static List<Engine> engines() {
        return List.of(Engines.h2Memory(), Engines.postgres(), Engines.mySql(), Engines.mariaDb());
    }

    @ParameterizedTest
    @MethodSource("engines")
    void theScriptMakesATableThatServesAndMayBeRunTwice(Engine engine) {
        migrateTwiceAndLock(engine, () -> SchemaFile.run(engine));
    }

    @ParameterizedTest
    @MethodSource("engines")
    @Tag("every-engine")
    void flywayRunsItWhereItLies(Engine engine) {
        migrateTwiceAndLock(engine, () -> FlywayMigration.run(engine));
    }

    @ParameterizedTest
    @MethodSource("engines")
    @Tag("every-engine")
    void liquibaseRunsItWhereItLies(Engine engine) {
        migrateTwiceAndLock(engine, () -> LiquibaseMigration.run(engine, directory));
    }

    /** The second time on a table in use. */
    private static void migrateTwiceAndLock(Engine engine, Runnable migration) {
        Prerequisite.require(engine.availability());
        LockTable table = new LockTable(new PlainSql(engine.dataSource()), engine.product(), LockSchema.DEFAULT_TABLE);
        table.drop();
        migration.run();
        try (Rowlock rowlock =
                Rowlock.builder(engine.dataSource()).createTable(false).build()) {
            rowlock.lock("nightly-report").run(() -> {
                migration.run();
                assertThat(rowlock.lock("nightly-report").tryAcquire()).isEmpty();
            });
        } finally {
            table.drop();
        }
    }
}
