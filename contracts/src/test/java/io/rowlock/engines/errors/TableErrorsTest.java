package io.rowlock.engines.errors;

import static io.rowlock.engines.errors.ErrorFixture.isInnoDb;
import static io.rowlock.engines.errors.ErrorFixture.knowing;
import static io.rowlock.engines.errors.ErrorFixture.run;
import static io.rowlock.engines.errors.ErrorFixture.runQuietly;
import static io.rowlock.engines.errors.ErrorFixture.user;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.LockSchema;
import io.rowlock.LockSetupException;
import io.rowlock.Rowlock;
import io.rowlock.engines.Engines;
import io.rowlock.engines.server.Engine;
import io.rowlock.engines.server.UrlDataSource;
import io.rowlock.testkit.fixture.Privilege;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A table that cannot serve: what is wrong with it, and the statement that helps, in the message at startup. */
class TableErrorsTest {
    private static final String LACKED =
            "[slot, kind, token, request_id, released_request, session_id, acquired_us, expires_us, lease_us, grace_us,"
                    + " keep_until_us, grants, renewals, guards, owner, since_us, session_state, process, waiters, lock_name,"
                    + " lock_slot, native_name, connection_id, protocol_version, table_id]";

    private final String table = "errors_" + UUID.randomUUID().toString().substring(0, 8);
    private final List<Runnable> after = new ArrayList<>();

    static Stream<Engine> all() {
        return Stream.of(Engines.h2Memory(), Engines.postgres(), Engines.mySql(), Engines.mariaDb());
    }

    static Stream<Engine> innoDb() {
        return Stream.of(Engines.mySql(), Engines.mariaDb());
    }

    @AfterEach
    void drop() {
        after.forEach(Runnable::run);
    }

    @ParameterizedTest
    @MethodSource("all")
    void aUserWithoutThePrivilegesIsToldWhichToGrant(Engine engine) throws SQLException {
        DataSource stranger = stranger(engine);

        assertRejected(
                stranger,
                table,
                "user " + user(stranger) + " lacks SELECT, INSERT, UPDATE on table " + located(engine)
                        + "; have an administrator run: GRANT SELECT, INSERT, UPDATE ON " + located(engine) + " TO "
                        + user(stranger)
                        + (isInnoDb(engine) ? " (if the table is not there yet: " + script(engine) + ")" : ""));
    }

    @ParameterizedTest
    @MethodSource("all")
    void aUserWhoMayOnlyReadIsToldWhichToGrant(Engine engine) throws SQLException {
        create(engine);
        DataSource reader = engine.restricted(Privilege.SELECT);

        assertRejected(
                reader,
                table,
                "user " + user(reader) + " lacks INSERT, UPDATE on table " + located(engine)
                        + "; have an administrator run: GRANT INSERT, UPDATE ON " + located(engine) + " TO "
                        + user(reader));
    }

    @ParameterizedTest
    @MethodSource("all")
    void theStatementOfTheMessageHelps(Engine engine) throws SQLException {
        DataSource stranger = stranger(engine);
        String grant = "GRANT SELECT, INSERT, UPDATE ON " + located(engine) + " TO " + user(stranger);
        run(knowing(engine), grant);

        Rowlock.builder(stranger).table(table).build().close();
    }

    @ParameterizedTest
    @MethodSource("all")
    void aUserWhoMayNotCreateTheTableIsToldWhatToRun(Engine engine) throws SQLException {
        engine.require();
        DataSource modest = engine.restricted(Privilege.SELECT, Privilege.INSERT, Privilege.UPDATE);

        assertRejected(
                modest,
                table,
                "table " + table + " is not there, and user " + user(modest)
                        + " may not create it; have an administrator run: " + grantOfCreate(engine, user(modest))
                        + "; or " + script(engine));
    }

    @ParameterizedTest
    @MethodSource("all")
    void aSchemaThatDoesNotExistIsNamed(Engine engine) {
        engine.require();
        for (boolean create : List.of(true, false)) {
            assertThatExceptionOfType(LockSetupException.class)
                    .isThrownBy(() -> Rowlock.builder(knowing(engine))
                            .table("nowhere." + table)
                            .createTable(create)
                            .build())
                    .withMessage("schema nowhere of table nowhere." + table
                            + " does not exist; create it, by CREATE SCHEMA nowhere, or name another by table(\"…\")");
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void aTableThatIsNotThereIsNamedWithTheStatementsIfItMayNotBeCreated(Engine engine) {
        engine.require();

        assertThatExceptionOfType(LockSetupException.class)
                .isThrownBy(() -> Rowlock.builder(engine.dataSource())
                        .table(table)
                        .createTable(false)
                        .build())
                .withMessage("table " + table + " is not there, and creating it is switched off; create it with "
                        + script(engine));
    }

    /** A schema that this user may not use is no part of its search path. */
    @Test
    void aUserWithoutAnySchemaOfItsSearchPathIsToldSo() throws SQLException {
        Engine engine = Engines.postgres();
        engine.require();
        DataSource lost =
                new UrlDataSource(engine.jdbcUrl() + "?currentSchema=nowhere", engine.user(), engine.password());

        assertRejected(
                lost,
                table,
                "table " + table + " is looked for in no schema: the search_path of user " + user(lost)
                        + " has none that exists and that it may use; have an administrator run: GRANT USAGE ON SCHEMA … TO "
                        + user(lost) + ", or name the schema with the table, by table(\"…\")");
    }

    @ParameterizedTest
    @MethodSource("innoDb")
    void connectionsWithoutADatabaseAreNamed(Engine engine) {
        engine.require();
        String address = engine.jdbcUrl().replaceFirst("rowlock$", "");

        assertRejected(
                new UrlDataSource(address, engine.user(), engine.password()),
                table,
                "table " + table
                        + " is looked for in no schema: the connections have no database; add it to the address"
                        + " of the data source, or name the schema with the table, by table(\"…\")");
    }

    /** MySQL and MariaDB tell such a user neither of tables nor of schemas. */
    @ParameterizedTest
    @MethodSource("innoDb")
    void aUserWhoMayNotSeeTheSchemaIsToldWhichPrivilegesToGrant(Engine engine) throws SQLException {
        engine.require();

        assertRejected(
                engine.dataSource(),
                "nowhere." + table,
                "user " + user(engine.dataSource()) + " lacks SELECT, INSERT, UPDATE on table nowhere." + table
                        + "; have an administrator run: GRANT SELECT, INSERT, UPDATE ON nowhere." + table + " TO "
                        + user(engine.dataSource()) + " (if the table is not there yet: the statements that"
                        + " LockSchema.script(Database." + engine.product() + ", \"nowhere." + table + "\") prints)");
    }

    @ParameterizedTest
    @MethodSource("innoDb")
    void aUserWhoMayNotEnterTheDatabaseIsToldSo(Engine engine) {
        engine.require();

        assertThatExceptionOfType(LockSetupException.class)
                .isThrownBy(() -> Rowlock.create(engine.restricted()))
                .withMessageMatching("no connection for the check of the database: the database rejects the connection"
                        + " \\((\\(conn=\\d+\\) )?Access denied for user '.+'@'%' to database 'rowlock',"
                        + " SQLState 42000, code 1044\\); correct the address in the settings of the data source,"
                        + " or grant its user the database");
    }

    @ParameterizedTest
    @MethodSource("all")
    void theTableOfShedLockIsRecognized(Engine engine) throws SQLException {
        engine.require();
        run(
                engine,
                "CREATE TABLE " + table + " (name VARCHAR(64) NOT NULL PRIMARY KEY, lock_until TIMESTAMP(3) NOT NULL,"
                        + " locked_at TIMESTAMP(3) NOT NULL, locked_by VARCHAR(255) NOT NULL)");
        dropAfterwards(engine);

        assertRejected(
                engine.dataSource(),
                table,
                "table " + table + " is there, but it is not Rowlock's: it lacks the columns " + LACKED
                        + " and has [lock_until, locked_at, locked_by] instead; it is ShedLock's. Name another by"
                        + " table(\"…\"), or share this one by TableLocks.on(dataSource, LockTable.shedlock()), as"
                        + " docs/migrating.md says");
    }

    @ParameterizedTest
    @MethodSource("all")
    void theTableOfSpringIntegrationIsRecognized(Engine engine) throws SQLException {
        engine.require();
        run(
                engine,
                "CREATE TABLE " + table
                        + " (LOCK_KEY CHAR(36) NOT NULL, REGION VARCHAR(100) NOT NULL, CLIENT_ID CHAR(36),"
                        + " CREATED_DATE TIMESTAMP(3) NOT NULL, EXPIRED_AFTER TIMESTAMP(3) NOT NULL,"
                        + " PRIMARY KEY (LOCK_KEY, REGION))");
        dropAfterwards(engine);

        assertRejected(
                engine.dataSource(),
                table,
                "table " + table + " is there, but it is not Rowlock's: it lacks the columns "
                        + LACKED.replace("[", "[name, ")
                        + " and has [lock_key, region, client_id, created_date, expired_after] instead; it is Spring"
                        + " Integration's. Name another by table(\"…\"), or share this one by TableLocks.on(dataSource,"
                        + " LockTable.springIntegration()), as docs/migrating.md says");
    }

    @ParameterizedTest
    @MethodSource("all")
    void anotherProgramsTableIsNotTakenForOneThatIsMissing(Engine engine) throws SQLException {
        engine.require();
        run(engine, "CREATE TABLE " + table + " (id INT PRIMARY KEY, name VARCHAR(20))");
        dropAfterwards(engine);

        assertRejected(
                engine.dataSource(),
                table,
                "table " + table + " is there, but it is not Rowlock's: it lacks the columns " + LACKED
                        + " and has [id] instead; name another by table(\"…\")");
    }

    private void assertRejected(DataSource source, String named, String message) {
        for (boolean create : List.of(true, false)) {
            if (create || !message.contains("may not create")) {
                assertThatExceptionOfType(LockSetupException.class)
                        .isThrownBy(() -> Rowlock.builder(source)
                                .table(named)
                                .createTable(create)
                                .build())
                        .withMessage(message);
            }
        }
    }

    private DataSource stranger(Engine engine) throws SQLException {
        create(engine);
        return engine.restricted(Privilege.DELETE);
    }

    private void create(Engine engine) throws SQLException {
        engine.require();
        for (String statement : LockSchema.statements(engine.product(), table)) {
            run(engine, statement);
        }
        after.add(() -> runQuietly(engine, "DROP VIEW " + table + "_status"));
        dropAfterwards(engine);
    }

    private void dropAfterwards(Engine engine) {
        after.add(() -> runQuietly(engine, "DROP TABLE " + table));
    }

    private String located(Engine engine) {
        return ErrorFixture.located(engine, table);
    }

    private static String grantOfCreate(Engine engine, String user) {
        return switch (engine.product()) {
            case POSTGRESQL -> "GRANT CREATE ON SCHEMA \"public\" TO " + user;
            case MYSQL, MARIADB -> "GRANT CREATE ON `rowlock`.* TO " + user;
            case H2, ORACLE, SQL_SERVER -> "GRANT ALTER ANY SCHEMA TO " + user;
        };
    }

    private String script(Engine engine) {
        return "the statements that LockSchema.script(Database." + engine.product() + ", \"" + table + "\") prints";
    }
}
