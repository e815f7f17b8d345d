package io.rowlock.internal.database;

import io.rowlock.Database;
import io.rowlock.TableName;
import io.rowlock.internal.sql.oracle.OracleDialect;
import io.rowlock.internal.sql.sqlserver.SqlServerDialect;
import io.rowlock.internal.sql.statement.Template;
import java.util.Optional;

/**
 * The view that shows the locks of a table to people, and to programs in any language, with readable times in UTC. It shows no
 * other kinds of rows, and never the request id, which is a secret.
 *
 * <p>The state follows the same rules as {@code LockRow}. The clock is read once for all rows, because on PostgreSQL it moves
 * within a statement. A view reads its table with the rights of its creator, so its readers need no right on the table.
 */
final class StatusViews {
    private static final String SUFFIX = "_status";

    /** The longest name that every database accepts. */
    private static final int LONGEST_NAME = 63;

    private static final String CREATE = """
            {create} VIEW {view} AS
            SELECT u.name, u.slot, u.kind, u.state, u.owner, u.token,
                   {acquired} AS acquired_at,
                   {until} AS expires_at,
                   CASE WHEN u.state <> 'FREE' THEN {free} END AS free_at,
                   CAST(CASE WHEN u.state <> 'FREE' AND u.until_us > u.now_us
                             THEN (u.until_us - u.now_us) / 1000000.0 ELSE 0 END AS DECIMAL(18, 3)) AS remaining_seconds,
                   u.renewals, u.grants
            FROM (
                SELECT s.name, s.slot, s.kind, s.state, s.owner, s.token, s.acquired_us, s.free_us, s.now_us, s.renewals,
                       s.grants,
                       CASE WHEN s.state = 'KEPT' THEN s.keep_until_us ELSE s.expires_us END AS until_us
                FROM (
                    SELECT l.name, l.slot, l.kind, l.owner, l.token, l.acquired_us, l.expires_us, l.keep_until_us, l.renewals,
                           l.grants, l.now_us,
                           CASE WHEN l.request_id IS NULL OR l.keep_until_us > l.expires_us + l.grace_us
                                THEN l.keep_until_us ELSE l.expires_us + l.grace_us END AS free_us,
                           CASE WHEN l.request_id = 'revoked'
                                     AND (l.expires_us + l.grace_us > l.now_us OR l.keep_until_us > l.now_us)
                                THEN 'REVOKED'
                                WHEN l.request_id IS NOT NULL AND l.expires_us > l.now_us THEN 'HELD'
                                WHEN l.keep_until_us > l.now_us THEN 'KEPT'
                                WHEN l.request_id IS NULL OR l.request_id = 'revoked' THEN 'FREE'
                                ELSE 'EXPIRED' END AS state
                    FROM (
                        SELECT r.name, r.slot, r.kind, r.owner, r.token, r.request_id, r.acquired_us, r.grace_us,
                               r.keep_until_us, r.grants, c.now_us, r.renewals + COALESCE(k.renewals, 0) AS renewals,
                               CASE WHEN k.expires_us > r.expires_us THEN k.expires_us ELSE r.expires_us END AS expires_us
                        FROM {table} r LEFT JOIN {table} k ON k.name = r.session_id AND k.slot = -2
                        CROSS JOIN (SELECT {now} AS now_us{dual}) c
                        WHERE r.slot >= 0
                    ) l
                ) s
            ) u""";

    private StatusViews() {}

    /**
     * The parts of the statement that differ between databases.
     *
     * @param create how a view is created or replaced
     * @param dual the FROM clause of a SELECT that reads no table
     * @param now its clock in microseconds
     * @param time an expression that turns a column in microseconds into a timestamp, whatever the session's time zone
     */
    private record Flavour(String create, String dual, String now, String time) {
        Flavour(String now, String time) {
            this("CREATE OR REPLACE", "", now, time);
        }

        static Flavour of(Database database) {
            return switch (database) {
                case H2 ->
                    new Flavour(
                            "CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS BIGINT)",
                            "DATEADD(MICROSECOND, %s, TIMESTAMP '1970-01-01 00:00:00')");
                case POSTGRESQL ->
                    new Flavour(
                            "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint",
                            "timestamp '1970-01-01 00:00:00' + %s * interval '1 microsecond'");
                case MYSQL, MARIADB ->
                    new Flavour(
                            "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))",
                            "TIMESTAMP'1970-01-01 00:00:00' + INTERVAL %s MICROSECOND");
                case ORACLE ->
                    new Flavour(
                            "CREATE OR REPLACE",
                            Template.FROM_DUAL,
                            OracleDialect.NOW,
                            "TIMESTAMP '1970-01-01 00:00:00' + NUMTODSINTERVAL(%s / 1000000, 'SECOND')");
                case SQL_SERVER -> new Flavour("CREATE OR ALTER", "", SqlServerDialect.NOW, SqlServerDialect.TIME);
            };
        }

        private String time(String column) {
            return time.replace("%s", column);
        }

        String fillIn(String sql) {
            return sql.replace("{create}", create)
                    .replace("{dual}", dual)
                    .replace("{now}", now)
                    .replace("{acquired}", time("u.acquired_us"))
                    .replace("{until}", time("u.until_us"))
                    .replace("{free}", time("u.free_us"));
        }
    }

    /** The statement that creates the view of a table; empty when the table's name leaves no room for the view's. */
    static Optional<String> create(Database database, TableName table) {
        if (table.table().length() + SUFFIX.length() > LONGEST_NAME) {
            return Optional.empty();
        }
        return Optional.of(Flavour.of(database)
                .fillIn(CREATE)
                .replace("{table}", table.text())
                .replace("{view}", view(database, table)));
    }

    /** SQL Server lets no database stand before the name of a view that is created. */
    private static String view(Database database, TableName table) {
        String name = table.text() + SUFFIX;
        return database == Database.SQL_SERVER && name.startsWith("[") ? name.substring(name.indexOf("].[") + 2) : name;
    }
}
