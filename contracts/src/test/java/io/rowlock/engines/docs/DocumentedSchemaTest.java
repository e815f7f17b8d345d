package io.rowlock.engines.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.Database;
import io.rowlock.Hold;
import io.rowlock.LockSchema;
import io.rowlock.LockSetupException;
import io.rowlock.Rowlock;
import io.rowlock.engines.Engines;
import io.rowlock.engines.machine.Prerequisite;
import io.rowlock.engines.server.ServerEngine;
import io.rowlock.engines.server.UrlDataSource;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The steps to a lock table in a schema of its own, as the page on setting up has them, for a user with no other right. */
class DocumentedSchemaTest {
    private static final Path PAGE = Path.of("..", "docs", "setup.md");

    static List<ServerEngine> engines() {
        return List.of(Engines.postgres(), Engines.mySql(), Engines.mariaDb());
    }

    @ParameterizedTest
    @MethodSource("engines")
    void aUserOfThatSchemaAloneLocks(ServerEngine engine) throws IOException, SQLException {
        Prerequisite.require(engine.availability());
        run(engine.administratorDataSource(), user(engine, "app"));
        run(engine.administratorDataSource(), MarkedSql.of(PAGE, engine));
        run(engine.administratorDataSource(), LockSchema.statements(engine.product(), "ops.rowlock"));

        try (Rowlock rowlock =
                        Rowlock.builder(as("app", engine)).table("ops.rowlock").build();
                Hold hold = rowlock.lock("nightly-report").acquire()) {
            assertThat(hold.check()).isTrue();
        } finally {
            run(engine.administratorDataSource(), drop(engine));
        }
    }

    @Test
    void anotherUserThanTheOwnerOfPostgresIsToldThatPublicIsNotItsOwn() {
        ServerEngine engine = Engines.postgres();
        Prerequisite.require(engine.availability());
        assertThatExceptionOfType(LockSetupException.class)
                .isThrownBy(() -> Rowlock.builder(engine.restricted())
                        .table("of_stranger")
                        .build())
                .withMessageContaining("may not create it")
                .withMessageContaining("GRANT CREATE ON SCHEMA \"public\"");
    }

    /** A user who may connect, and has a right to nothing. */
    private static List<String> user(ServerEngine engine, String name) {
        return switch (engine.product()) {
            case POSTGRESQL -> List.of("CREATE ROLE " + name + " LOGIN PASSWORD '" + name + "'");
            default ->
                List.of(
                        "CREATE USER " + name + "@'%' IDENTIFIED BY '" + name + "'",
                        "GRANT SHOW VIEW ON rowlock.* TO " + name);
        };
    }

    private static List<String> drop(ServerEngine engine) {
        return engine.product() == Database.POSTGRESQL
                ? List.of("DROP SCHEMA ops CASCADE", "DROP ROLE app")
                : List.of("DROP DATABASE ops", "DROP USER app");
    }

    private static DataSource as(String user, ServerEngine engine) {
        return new UrlDataSource(engine.jdbcUrl(), user, user);
    }

    private static void run(DataSource source, List<String> statements) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
