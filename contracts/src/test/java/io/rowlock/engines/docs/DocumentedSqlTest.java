package io.rowlock.engines.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Rowlock;
import io.rowlock.engines.Engines;
import io.rowlock.engines.machine.Prerequisite;
import io.rowlock.engines.server.Engine;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The SQL blocks of the documentation that are marked as some databases' run there. */
class DocumentedSqlTest {
    private static final Path PAGE = Path.of("..", "docs", "operating.md");

    static List<Engine> engines() {
        return List.of(Engines.postgres(), Engines.mySql(), Engines.mariaDb());
    }

    @ParameterizedTest
    @MethodSource("engines")
    void aBlockMarkedForADatabaseRunsThere(Engine engine) throws IOException, SQLException {
        Prerequisite.require(engine.availability());
        List<String> statements = MarkedSql.of(PAGE, engine);
        assertThat(statements).isNotEmpty();
        try (Rowlock rowlock = Rowlock.create(engine.dataSource());
                Connection connection = engine.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            rowlock.lock("month-end").run(() -> {});
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
