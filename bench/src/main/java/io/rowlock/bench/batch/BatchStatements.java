package io.rowlock.bench.batch;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes and frees rows of a narrow table on PostgreSQL, each once: no request id, so that a request cannot be repeated; no
 * guard, and no SKIP LOCKED, so that it would wait for rows that another process has locked.
 */
final class BatchStatements {
    static final String TABLE = """
            create table if not exists batch_alone (
                name text primary key, owner text, token bigint not null, expires_at timestamptz not null)
            with (fillfactor = 50)
            """;

    private static final String TAKE = """
            update batch_alone set owner = ?, token = token + 1, expires_at = now() + interval '30 seconds'
            where name = ? and expires_at <= now()
            returning token
            """;

    private static final String FREE = """
            update batch_alone set owner = null, expires_at = '-infinity' where name = ? and token = ? returning token
            """;

    private static final String TOGETHER = """
            update batch_alone b
            set owner = r.owner,
                token = case when r.owner is null then b.token else b.token + 1 end,
                expires_at = case when r.owner is null then '-infinity' else now() + interval '30 seconds' end
            from unnest(?::text[], ?::text[], ?::bigint[]) with ordinality r (name, owner, token, place)
            where b.name = r.name and case when r.owner is null then b.token = r.token else b.expires_at <= now() end
            returning r.place, b.token
            """;

    private final Connection connection;

    BatchStatements(Connection connection) {
        this.connection = connection;
    }

    /** Answers all, in one transaction. */
    void run(List<Request> batch) throws SQLException {
        if (batch.size() == 1) {
            runAlone(batch.get(0));
        } else {
            runTogether(batch);
        }
    }

    private void runAlone(Request request) throws SQLException {
        String owner = request.owner();
        try (PreparedStatement statement = connection.prepareStatement(owner == null ? FREE : TAKE)) {
            if (owner == null) {
                statement.setString(1, request.name());
                statement.setLong(2, request.token());
            } else {
                statement.setString(1, owner);
                statement.setString(2, request.name());
            }
            try (ResultSet row = statement.executeQuery()) {
                request.answer(row.next() ? row.getLong(1) : Request.NONE);
            }
        }
    }

    private void runTogether(List<Request> batch) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(TOGETHER)) {
            @Nullable String[] owners = batch.stream().map(Request::owner).toArray(String[]::new);
            statement.setArray(
                    1,
                    connection.createArrayOf(
                            "text", batch.stream().map(Request::name).toArray()));
            statement.setArray(2, connection.createArrayOf("text", owners));
            statement.setArray(
                    3,
                    connection.createArrayOf(
                            "bigint", batch.stream().map(Request::token).toArray()));
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    batch.get(rows.getInt(1) - 1).answer(rows.getLong(2));
                }
            }
        }
    }
}
