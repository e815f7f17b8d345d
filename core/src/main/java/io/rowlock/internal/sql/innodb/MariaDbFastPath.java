package io.rowlock.internal.sql.innodb;

import io.rowlock.internal.sql.shared.CommonSql;
import io.rowlock.internal.sql.shared.CompareAndSet;
import io.rowlock.internal.sql.shared.GrantSql;
import io.rowlock.internal.sql.shared.HandOffSql;
import io.rowlock.internal.sql.shared.UpdateThenInsert;
import io.rowlock.internal.sql.statement.Bind;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.sql.statement.Template;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * MariaDB's way not to wait for a row that is locked, at a fraction of the cost: a statement can be given a lock wait of
 * nothing, and then fails at once. A subquery that skips locked rows makes MariaDB create a temporary table each time,
 * which takes it longer than all the rest.
 *
 * <p>A batch in which one row is locked fails as a whole and changes nothing; then the statements that skip locked rows are
 * used.
 */
final class MariaDbFastPath implements InnoDbFastPath {
    private static final GrantSql GRANT = GrantSql.bound();
    private static final String NEXT_TOKEN = InnoDbFastPath.nextToken(GRANT);

    private static final String AT_ONCE = "SET STATEMENT innodb_lock_wait_timeout = 0 FOR ";

    private static final String TAKE = AT_ONCE
            + """
            UPDATE {table}
            SET {grant}
            WHERE name = ? AND slot = ? AND {free}\
            """.replace("{grant}", GRANT.set(NEXT_TOKEN)).replace("{free}", InnoDbFastPath.free("", "?", "?"));

    private static final String RELEASE = AT_ONCE + """
            UPDATE {table}
            SET {release}
            WHERE name = ? AND slot = ? AND request_id = ?""".replace("{release}", GRANT.release("?"));

    private static final String BATCH = AT_ONCE + """
            UPDATE {table} r FORCE INDEX (PRIMARY)
            SET {set}
            WHERE {which}""";

    private static final String ONE_ROW = AT_ONCE + """
            UPDATE {table}
            SET {set}
            WHERE name = ? AND slot = ? AND {where}""";

    private final Query take;
    private final Query create;
    private final Query release;
    private final InnoDbBatchFastPath batch;

    MariaDbFastPath(Maker maker) {
        take = maker.query(TAKE);
        create = maker.query(AT_ONCE + CREATE);
        release = maker.query(RELEASE);
        batch = new InnoDbBatchFastPath(maker, BATCH, "r.request_id");
    }

    @Override
    public long take(Connection connection, Claim claim) throws SQLException {
        return numbered(take, connection, statement -> {
            int row = GrantSql.bind(statement, 1, claim);
            InnoDbFastPath.bindRequest(statement, InnoDbFastPath.bindRow(statement, row, claim), claim);
        });
    }

    @Override
    public long create(Connection connection, Claim claim) throws SQLException {
        return numbered(
                create,
                connection,
                statement -> InnoDbFastPath.bindRow(statement, GrantSql.bind(statement, 1, claim), claim));
    }

    @Override
    public String atOnce() {
        return AT_ONCE;
    }

    private static long numbered(Query query, Connection connection, Query.Binder binder) throws SQLException {
        return RowLocks.unlessLocked(
                UpdateThenInsert.NONE,
                () -> query.numberedUpdate(connection, binder).number());
    }

    @Override
    public int release(Connection connection, Grant grant) throws SQLException {
        return RowLocks.unlessLocked(
                0,
                () -> release.update(connection, statement -> {
                    statement.setString(1, grant.requestId());
                    Bind.key(statement, 2, grant.key());
                    statement.setString(4, grant.requestId());
                }));
    }

    @Override
    public InnoDbBatchFastPath batch() {
        return batch;
    }

    /** Hands grants over, unless their row is locked. */
    static HandOffSql handOff(CommonSql common, Template template) {
        return new HandOffSql(
                common,
                new CompareAndSet(template, ONE_ROW, ""),
                NEXT_TOKEN,
                (connection, query, binder) -> numbered(query, connection, binder));
    }
}
