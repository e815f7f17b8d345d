package io.rowlock.engines.facts;

import static org.awaitility.Awaitility.await;

import io.rowlock.engines.Engines;
import io.rowlock.engines.server.Engine;
import java.sql.Connection;
import java.sql.SQLException;

/** The table and the sessions in which facts of PostgreSQL are tried, and the statements that change a lock in them. */
abstract class PostgresDatabase extends DatabaseFacts {
    static final String TAKE = """
            WITH free AS (
                SELECT name, slot FROM fact_lock WHERE name = ? AND slot = 0 AND holder IS NULL FOR UPDATE SKIP LOCKED
            )
            UPDATE fact_lock l SET token = l.token + 1, holder = ?
            FROM free WHERE l.name = free.name AND l.slot = free.slot
            RETURNING l.token
            """;

    static final String RENEW = "UPDATE fact_lock SET expires_us = expires_us + 1 WHERE name = ? AND slot = 0";

    @Override
    final Engine engine() {
        return Engines.postgres();
    }

    @Override
    final void prepare(Connection session) throws SQLException {
        session.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        execute(session, "SET lock_timeout = '2s'");
    }

    @Override
    final String createTable() {
        return """
            CREATE TABLE fact_lock (
                name varchar(200) COLLATE "C" NOT NULL, slot int NOT NULL DEFAULT 0, token bigint NOT NULL DEFAULT 0,
                holder varchar(32), expires_us bigint NOT NULL DEFAULT 0, PRIMARY KEY (name, slot))""";
    }

    /** Closes the gate at which some statements wait, by the session that is returned. */
    final Connection closeGate() throws SQLException {
        Connection gate = open();
        execute(gate, "SELECT pg_advisory_lock(42)");
        return gate;
    }

    static void awaitStatementAt(Connection gate) {
        await().until(() ->
                number(gate, "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted") == 1);
    }

    static void openGate(Connection gate) throws SQLException {
        execute(gate, "SELECT pg_advisory_unlock(42)");
    }
}
