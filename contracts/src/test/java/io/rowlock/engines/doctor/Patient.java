package io.rowlock.engines.doctor;

import io.rowlock.Database;
import io.rowlock.Rowlock;
import io.rowlock.engines.server.Engine;
import io.rowlock.testkit.fixture.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** A lock table of one's own on an engine, to be spoilt; dropped in the end. */
final class Patient implements AutoCloseable {
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final Engine engine;
    private final DataSource source;
    private final String table = "patient_" + COUNT.incrementAndGet();

    Patient(Engine engine) {
        this(engine, engine.dataSource());
    }

    Patient(Engine engine, DataSource source) {
        this.engine = engine;
        this.source = source;
    }

    String table() {
        return table;
    }

    Rowlock client() {
        return client(source);
    }

    Rowlock client(DataSource source) {
        return Rowlock.builder(source).table(table).build();
    }

    Database database() {
        return Database.valueOf(engine.jdbcUrl().split(":", 3)[1].toUpperCase(Locale.ROOT));
    }

    void addTrigger() throws SQLException {
        run(
                switch (database()) {
                    case H2 ->
                        List.of("CREATE TRIGGER {table}_meddler BEFORE UPDATE ON {table} FOR EACH ROW"
                                + " AS 'org.h2.api.Trigger meddler() { return (c, o, n) -> {}; }'");
                    case POSTGRESQL ->
                        List.of(
                                "CREATE FUNCTION {table}_meddle() RETURNS trigger LANGUAGE plpgsql"
                                        + " AS 'BEGIN RETURN new; END'",
                                "CREATE TRIGGER {table}_meddler BEFORE UPDATE ON {table} FOR EACH ROW"
                                        + " EXECUTE FUNCTION {table}_meddle()");
                    case MYSQL, MARIADB ->
                        List.of("CREATE TRIGGER {table}_meddler BEFORE UPDATE ON {table} FOR EACH ROW"
                                + " SET new.owner = new.owner");
                    case ORACLE, SQL_SERVER -> throw TestDatabase.notRunForReal(database());
                });
    }

    void hideBehindView() throws SQLException {
        run(List.of(
                "ALTER TABLE {table} RENAME TO {table}_hidden", "CREATE VIEW {table} AS SELECT * FROM {table}_hidden"));
    }

    /** Changes the column's collation, without the view that reads it: PostgreSQL changes no column under a view. */
    void compareNamesLoosely() throws SQLException {
        attempt("DROP VIEW {table}_status");
        run(
                switch (database()) {
                    case H2 -> List.of("ALTER TABLE {table} ALTER COLUMN name VARCHAR_IGNORECASE(400) NOT NULL");
                    case POSTGRESQL ->
                        List.of(
                                "CREATE COLLATION {table}_ci"
                                        + " (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
                                "ALTER TABLE {table} ALTER COLUMN name TYPE varchar(200) COLLATE {table}_ci");
                    case MYSQL, MARIADB ->
                        List.of("ALTER TABLE {table} MODIFY name VARCHAR(200) CHARACTER SET utf8mb4"
                                + " COLLATE utf8mb4_general_ci NOT NULL");
                    case ORACLE, SQL_SERVER -> throw TestDatabase.notRunForReal(database());
                });
    }

    void run(String... statements) throws SQLException {
        run(Arrays.asList(statements));
    }

    private void run(List<String> statements) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql.replace("{table}", table));
            }
        }
    }

    @Override
    public void close() throws SQLException {
        attempt("DROP VIEW {table}");
        attempt("DROP VIEW {table}_status");
        attempt("DROP TABLE {table}_hidden");
        attempt("DROP TABLE {table}");
    }

    private void attempt(String sql) {
        try {
            run(sql);
        } catch (SQLException notThere) {
            // As it should be.
            return;
        }
    }
}
