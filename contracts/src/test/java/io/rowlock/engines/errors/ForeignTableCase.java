package io.rowlock.engines.errors;

import static io.rowlock.engines.errors.ErrorFixture.isInnoDb;
import static io.rowlock.engines.errors.ErrorFixture.run;
import static io.rowlock.engines.errors.ErrorFixture.runQuietly;
import static io.rowlock.engines.errors.ErrorFixture.user;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.LockSetupException;
import io.rowlock.engines.Engines;
import io.rowlock.engines.server.Engine;
import io.rowlock.table.LockTable;
import io.rowlock.table.TableLocks;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;

/** A table of others, by a name of the test's own, and the statements that the messages about it print. */
abstract class ForeignTableCase {
    final String table = "others_" + UUID.randomUUID().toString().substring(0, 8);
    final List<Runnable> after = new ArrayList<>();

    static Stream<Engine> all() {
        return Stream.of(Engines.h2Memory(), Engines.postgres(), Engines.mySql(), Engines.mariaDb());
    }

    @AfterEach
    void drop() {
        after.forEach(Runnable::run);
    }

    void assertRejected(DataSource source, LockTable like, String message) {
        assertThatExceptionOfType(LockSetupException.class)
                .isThrownBy(() -> TableLocks.on(source, like.named(table)))
                .withMessage(message);
    }

    void create(Engine engine, String statement) throws SQLException {
        engine.require();
        run(engine, statement);
        dropAfterwards(engine);
    }

    /** The statement, as the message has it. */
    String statement(Engine engine, LockTable like) {
        try {
            TableLocks.on(engine.dataSource(), like.named(table)).close();
            throw new AssertionError("table " + table + " is there");
        } catch (LockSetupException missing) {
            String message = String.valueOf(missing.getMessage());
            return message.substring(message.indexOf("CREATE TABLE"));
        }
    }

    void dropAfterwards(Engine engine) {
        after.add(() -> runQuietly(engine, "DROP TABLE " + table));
    }

    String notThere(String statement) {
        return "table " + table
                + " is not there; if other nodes have it under another name or in another schema, name it by"
                + " LockTable.named(\"…\"), else create it, by " + statement;
    }

    String lacks(Engine engine, DataSource source, String privileges) throws SQLException {
        return "user " + user(source) + " lacks " + privileges + " on table " + located(engine)
                + "; have an administrator run: GRANT " + privileges + " ON " + located(engine) + " TO " + user(source);
    }

    String shedlock(Engine engine) {
        return "CREATE TABLE " + located(engine) + " (name VARCHAR(64) NOT NULL, locked_by VARCHAR(255), lock_until "
                + time(engine, 3) + ", locked_at " + time(engine, 3) + ", PRIMARY KEY (name))" + collation(engine);
    }

    String locks(Engine engine) {
        return "CREATE TABLE " + located(engine) + " (type VARCHAR(255) NOT NULL, id VARCHAR(255) NOT NULL, lockid"
                + " VARCHAR(255), expiration_time " + time(engine, 6) + ", PRIMARY KEY (type, id), UNIQUE (lockid))"
                + collation(engine);
    }

    String pessimistic(Engine engine) {
        return "CREATE TABLE " + located(engine) + " (LOCK_NAME VARCHAR(64) NOT NULL, LOCK_HOLDER VARCHAR(64),"
                + " EXPIRED_TIME " + time(engine, 0) + ", LOCK_TIME " + time(engine, 0)
                + ", LOCK_STATUS NUMERIC(1) DEFAULT 0 NOT NULL, PRIMARY KEY (LOCK_NAME))" + collation(engine);
    }

    String located(Engine engine) {
        return ErrorFixture.located(engine, table);
    }

    static String time(Engine engine, int digits) {
        return (isInnoDb(engine) ? "DATETIME(" : "TIMESTAMP(") + digits + ')';
    }

    static String collation(Engine engine) {
        return isInnoDb(engine) ? " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin" : "";
    }
}
