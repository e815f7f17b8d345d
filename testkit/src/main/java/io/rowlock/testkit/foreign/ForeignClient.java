package io.rowlock.testkit.foreign;

import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * A client as another language would have it: it knows {@code docs/sql.md}, a connection, and nothing of Rowlock's.
 */
public final class ForeignClient implements AutoCloseable {

    private static final long TIMEOUT_MICROS = 6_000_000;
    private static final String DUPLICATE_KEY = "23505";

    private final Handbook handbook;
    private final String table;
    private final Connection connection;
    private final SecureRandom random = new SecureRandom();

    public ForeignClient(Handbook handbook, String table, DataSource source) throws SQLException {
        this.handbook = handbook;
        this.table = table;
        connection = source.getConnection();
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        long version = sql("protocol")
                .first(connection, Map.of(), row -> row.getLong("protocol_version"))
                .orElse(0L);
        if (version != 2) {
            throw new IllegalStateException("this client does not know version " + version);
        }
    }

    /** A lock that is held, and the proof of it. */
    public record Held(String name, long token, String requestId) {}

    /** One attempt, with all there is to say. */
    public record Attempt(
            String name, String requestId, String owner, long leaseMicros, long keepMicros, long notAfterMicros) {}

    public Attempt attempt(String name, long leaseMicros) throws SQLException {
        byte[] bits = new byte[16];
        random.nextBytes(bits);
        return new Attempt(
                name, HexFormat.of().formatHex(bits), "another language", leaseMicros, 0, now() + TIMEOUT_MICROS);
    }

    /** Asks, and asks once more if a dead session stood in the way. */
    public Optional<Held> acquire(Attempt attempt) throws SQLException {
        Optional<Held> held = acquireOnce(attempt);
        return held.isEmpty() && leavesSession(attempt.name) ? acquireOnce(attempt) : held;
    }

    private boolean leavesSession(String name) throws SQLException {
        Optional<String> session =
                sql("kept").first(connection, Map.of("name", name), row -> row.getString("session_id"));
        return session.isPresent() && leavesSession(name, session.get());
    }

    private boolean leavesSession(String name, String session) throws SQLException {
        sql("end session").update(connection, Map.of("session_id", session));
        Optional<Long> expires =
                sql("ended").first(connection, Map.of("session_id", session), row -> row.getLong("expires_us"));
        return expires.isPresent()
                && sql("leave session")
                                .update(
                                        connection,
                                        Map.of(
                                                "name",
                                                name,
                                                "session_id",
                                                session,
                                                "session_expires_us",
                                                expires.get()))
                        == 1;
    }

    private Optional<Held> acquireOnce(Attempt attempt) throws SQLException {
        Map<String, Object> values = values(attempt);
        if (handbook.has("look")) {
            return takeOrCreate(attempt, values);
        }
        return sql("acquire")
                .first(connection, values, row -> held(attempt, row, "token"))
                .flatMap(held -> held);
    }

    private Optional<Held> takeOrCreate(Attempt attempt, Map<String, Object> values) throws SQLException {
        sql("acquire").update(connection, values);
        Optional<Optional<Held>> looked = look(attempt, values);
        if (looked.isPresent()) {
            return looked.get();
        }
        create(values);
        return look(attempt, values).flatMap(held -> held);
    }

    /** Empty if there is no row; empty within if it is another's. */
    private Optional<Optional<Held>> look(Attempt attempt, Map<String, Object> values) throws SQLException {
        return sql("look")
                .first(
                        connection,
                        values,
                        row -> row.getInt("mine") == 1 ? held(attempt, row, "token") : Optional.empty());
    }

    private void create(Map<String, Object> values) throws SQLException {
        try {
            sql("create").update(connection, values);
        } catch (SQLException failure) {
            if (!DUPLICATE_KEY.equals(failure.getSQLState())) {
                throw failure;
            }
        }
    }

    private static Optional<Held> held(Attempt attempt, ResultSet row, String column) throws SQLException {
        long token = row.getLong(column);
        return row.wasNull() ? Optional.empty() : Optional.of(new Held(attempt.name, token, attempt.requestId));
    }

    private static Map<String, Object> values(Attempt attempt) {
        Map<String, Object> values = new HashMap<>();
        values.put("name", attempt.name);
        values.put("request_id", attempt.requestId);
        values.put("owner", attempt.owner);
        values.put("lease_us", attempt.leaseMicros);
        values.put("grace_us", Math.max(1_000_000, attempt.leaseMicros * 3 / 100));
        values.put("keep_us", attempt.keepMicros);
        values.put("not_after_us", attempt.notAfterMicros);
        return values;
    }

    public long now() throws SQLException {
        return sql("clock")
                .first(connection, Map.of(), row -> row.getLong("now_us"))
                .orElseThrow();
    }

    public boolean renew(Held held) throws SQLException {
        return sql("renew").update(connection, values(held)) == 1;
    }

    public boolean check(Held held) throws SQLException {
        return sql("check").first(connection, values(held), row -> true).isPresent();
    }

    public boolean release(Held held) throws SQLException {
        return sql("release").update(connection, values(held)) == 1;
    }

    /** Guards a transaction of the caller's, in each way that this database has. */
    public boolean guard(Connection transaction, Held held) throws SQLException {
        boolean guarded =
                sql("guard").first(transaction, values(held), row -> true).isPresent();
        return guarded
                && (!handbook.has("guard by writing")
                        || sql("guard by writing").update(transaction, values(held)) == 1);
    }

    /** Whether the view says that it is held, for which no secret is needed. */
    public boolean isShownAsHeld(String name, long token) throws SQLException {
        return sql("held")
                .first(connection, Map.of("name", name, "token", token), row -> true)
                .isPresent();
    }

    /** The state that the view shows first; for a table with one lock. */
    public Optional<String> state() throws SQLException {
        return sql("status").first(connection, Map.of(), row -> row.getString("state"));
    }

    private static Map<String, Object> values(Held held) {
        return Map.of("name", held.name, "token", held.token, "request_id", held.requestId);
    }

    /** The handbook speaks of the table rowlock; here it may have another name. */
    private NamedSql sql(String act) {
        return NamedSql.of(handbook.statement(act)
                .replaceAll("(?<!')\\browlock_status\\b", table + "_status")
                .replaceAll("(?<!')\\browlock\\b(?!')", table));
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
