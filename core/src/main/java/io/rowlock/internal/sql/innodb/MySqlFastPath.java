package io.rowlock.internal.sql.innodb;

import io.rowlock.internal.sql.shared.GrantSql;
import io.rowlock.internal.sql.statement.Bind;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * MySQL waits a second at least for a row that is locked, so its fast path skips such rows, as the general path does; but one
 * lock needs no JSON document, which costs more than all the rest.
 */
final class MySqlFastPath implements InnoDbFastPath {
    private static final GrantSql GRANT = new GrantSql("r.", "r.", "{now}", GrantSql.Values.BOUND);

    private static final String TAKE = """
            UPDATE (
                SELECT l.name, l.slot
                FROM {table} l FORCE INDEX (PRIMARY)
                WHERE l.name = ? AND l.slot = ? AND {free}
                LIMIT 1
                FOR UPDATE SKIP LOCKED
            ) free STRAIGHT_JOIN {table} r FORCE INDEX (PRIMARY) ON r.name = free.name AND r.slot = free.slot
            SET {grant}\
            """.replace("{grant}", GRANT.set(InnoDbFastPath.nextToken(GRANT)))
            .replace("{free}", InnoDbFastPath.free("l.", "?", "?"));

    private static final String BATCH = """
            UPDATE (
                SELECT r.name, r.slot, r.request_id AS held
                FROM {table} r FORCE INDEX (PRIMARY)
                WHERE {which}
                LIMIT 1000000
                FOR UPDATE SKIP LOCKED
            ) found STRAIGHT_JOIN {table} r FORCE INDEX (PRIMARY) ON r.name = found.name AND r.slot = found.slot
            SET {set}""";

    private static final String RELEASE = """
            UPDATE (
                SELECT l.name, l.slot
                FROM {table} l FORCE INDEX (PRIMARY)
                WHERE l.name = ? AND l.slot = ? AND l.request_id = ?
                LIMIT 1
                FOR UPDATE SKIP LOCKED
            ) mine STRAIGHT_JOIN {table} r FORCE INDEX (PRIMARY) ON r.name = mine.name AND r.slot = mine.slot
            SET {release}""".replace("{release}", GRANT.release("?"));

    private final Query take;
    private final Query create;
    private final Query release;
    private final InnoDbBatchFastPath batch;

    MySqlFastPath(Maker maker) {
        take = maker.query(TAKE);
        create = maker.query(CREATE);
        release = maker.query(RELEASE);
        batch = new InnoDbBatchFastPath(maker, BATCH, "found.held");
    }

    @Override
    public long take(Connection connection, Claim claim) throws SQLException {
        return take.numberedUpdate(connection, statement -> {
                    int request = InnoDbFastPath.bindRow(statement, 1, claim);
                    GrantSql.bind(statement, InnoDbFastPath.bindRequest(statement, request, claim), claim);
                })
                .number();
    }

    @Override
    public long create(Connection connection, Claim claim) throws SQLException {
        return create.numberedUpdate(
                        connection,
                        statement -> InnoDbFastPath.bindRow(statement, GrantSql.bind(statement, 1, claim), claim))
                .number();
    }

    @Override
    public int release(Connection connection, Grant grant) throws SQLException {
        return release.update(connection, statement -> {
            Bind.key(statement, grant.key());
            statement.setString(3, grant.requestId());
            statement.setString(4, grant.requestId());
        });
    }

    @Override
    public InnoDbBatchFastPath batch() {
        return batch;
    }
}
