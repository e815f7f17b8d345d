package io.rowlock.internal.sql.foreign;

import io.rowlock.internal.sql.statement.NamedQuery;
import io.rowlock.internal.sql.statement.PgWarnings;
import io.rowlock.table.LockTable;
import io.rowlock.table.TableColumns;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The statements for one table that others have designed, on one database, made once from its description. They are plain
 * single-row updates by key, compared and set by the owner's value, in autocommit at READ COMMITTED: of two that meet on a
 * row, the second waits for the first and looks again.
 */
final class TableStatements {
    private static final LocalDateTime LONG_AGO = LocalDateTime.of(2000, 1, 1, 0, 0);

    private final LockTable table;
    private final TableSql sql;
    private final TableClock clock;
    private final String running;
    private final boolean reclaiming;
    private final Map<Integer, NamedQuery> renewals = new ConcurrentHashMap<>();
    private final Map<Integer, NamedQuery> liveOwners = new ConcurrentHashMap<>();

    final NamedQuery take;
    final NamedQuery insert;
    final NamedQuery release;
    final NamedQuery readGrant;
    final NamedQuery releaseSeen;
    final NamedQuery prolong;
    final NamedQuery check;
    final NamedQuery look;
    final NamedQuery findByOwner;
    final NamedQuery list;

    /**
     * The statements.
     *
     * @param table the table's description
     * @param sql the database's expressions
     * @param clock the table's time
     * @param running the time in UTC by which a claim is too late
     * @param reclaiming whether an owner that claims its lock again has it from then on, even if it ends sooner by that
     */
    TableStatements(LockTable table, TableSql sql, TableClock clock, String running, boolean reclaiming) {
        this.table = table;
        this.sql = sql;
        this.clock = clock;
        this.running = running;
        this.reclaiming = reclaiming;
        take = query("UPDATE {table} SET {taken} WHERE {key} AND ({free} OR {mine}) AND {late}");
        insert = query(sql.insertIfMissing()
                .replace("{columns}", String.join(", ", insertColumns()))
                .replace("{values}", String.join(", ", insertValues())));
        String released = switch (table.release()) {
            case NO_ROW -> "DELETE FROM {table} WHERE {key} AND {mine}";
            case EXPIRED_NOW -> "UPDATE {table} SET {expiry} = {past} WHERE {key} AND {mine}";
            case EXPIRED_LONG_AGO ->
                "UPDATE {table} SET {expiry} = " + sql.literal(LONG_AGO) + " WHERE {key} AND {mine}";
            case FREE_STATUS -> "UPDATE {table} SET {status} = 0 WHERE {key} AND {mine} AND {status} = 1";
        };
        release = query(released);
        readGrant = query("SELECT {expiry}, {utc}, CASE WHEN {alive} THEN 1 ELSE 0 END FROM {table}"
                + " WHERE {key} AND {mine} AND {expiry} IS NOT NULL");
        releaseSeen = query(released + " AND " + sql.unchanged("{expiry}", ":seen") + " AND " + running + " <= :late");
        prolong = query(
                "UPDATE {table} SET {expiry} = " + clock.prolonged() + " WHERE {key} AND {mine} AND {alive}{shown}");
        check = query("SELECT 1 FROM {table} WHERE {key} AND {mine} AND {alive}");
        look = query("{select} WHERE {key}");
        findByOwner = query("{select} WHERE {mine}");
        list = query("{select} ORDER BY {keys}");
    }

    private NamedQuery query(String text) {
        return new NamedQuery(text(text), sql == TableSql.POSTGRESQL);
    }

    private String text(String text) {
        TableColumns columns = table.columns();
        return text.replace("{select}", "SELECT {keys}, {owner}, {expiry}, {now}, {utc}{more} FROM {table}")
                .replace("{taken}", taken())
                .replace("{free}", free())
                .replace(
                        "{alive}",
                        "{expiry} > {now}"
                                + columns.status()
                                        .map(status -> " AND {status} = 1")
                                        .orElse(""))
                .replace("{mine}", sql.same(columns.owner(), ":owner"))
                .replace("{late}", running + " <= :late{shown}")
                .replace("{shown}", sql == TableSql.POSTGRESQL ? PgWarnings.AND_SHOWN : "")
                .replace("{key}", key())
                .replace("{keys}", String.join(", ", table.key().columns()))
                .replace("{more}", columns.status().map(status -> ", " + status).orElse(""))
                .replace("{owner}", columns.owner())
                .replace("{expiry}", columns.expiry())
                .replace("{status}", columns.status().orElse(""))
                .replace("{past}", clock.past())
                .replace("{now}", clock.now())
                .replace("{utc}", clock.utc())
                .replace("{table}", table.table().text());
    }

    /** The expiry comes first, because MySQL and MariaDB assign in order, and it depends on who had the lock before. */
    private String taken() {
        TableColumns columns = table.columns();
        List<String> set = new ArrayList<>();
        set.add("{expiry} = "
                + (reclaiming ? clock.until() : sql.later("{expiry}", "{mine} AND {alive}", clock.until())));
        set.add(columns.owner() + " = :owner");
        columns.acquired().ifPresent(column -> set.add(column + " = {now}"));
        columns.status().ifPresent(column -> set.add(column + " = 1"));
        return String.join(", ", set);
    }

    /** Originals leave nulls behind, so nobody's owner and nobody's expiry are free too. */
    private String free() {
        return clock.over() + " OR {expiry} IS NULL OR {owner} IS NULL"
                + table.columns().status().map(column -> " OR {status} = 0").orElse("");
    }

    private String key() {
        List<String> columns = table.key().columns();
        return IntStream.range(0, columns.size())
                .mapToObj(i -> columns.get(i) + " = :key" + i)
                .collect(Collectors.joining(" AND "));
    }

    private List<String> insertColumns() {
        List<String> all = new ArrayList<>(table.key().columns());
        all.add(table.columns().owner());
        all.add(table.columns().expiry());
        table.columns().acquired().ifPresent(all::add);
        table.columns().status().ifPresent(all::add);
        return all;
    }

    private List<String> insertValues() {
        List<String> all = new ArrayList<>();
        IntStream.range(0, table.key().columns().size()).forEach(i -> all.add(sql.text(":key" + i)));
        all.add(sql.text(":owner"));
        all.add(clock.until());
        table.columns().acquired().ifPresent(column -> all.add("{now}"));
        table.columns().status().ifPresent(column -> all.add("1"));
        return all;
    }

    /**
     * Renews so many grants in one statement: an owner's value is unlike every other, so two lists do for the pairs. The later
     * expiry stays, because the database may execute an older renewal after a newer one.
     */
    NamedQuery renew(int size) {
        return renewals.computeIfAbsent(
                size,
                count -> query("UPDATE {table} SET {expiry} = " + sql.later("{expiry}", "{alive}", clock.until())
                        + " WHERE " + among(count) + " AND {alive}{shown}"));
    }

    /** The owners of those among so many grants that stand. */
    NamedQuery liveOwners(int size) {
        return liveOwners.computeIfAbsent(
                size, count -> query("SELECT {owner} FROM {table} WHERE " + among(count) + " AND {alive}"));
    }

    private String among(int size) {
        List<String> columns = table.key().columns();
        String keys = IntStream.range(0, columns.size())
                .mapToObj(i -> columns.get(i) + " IN (" + names("key" + i + "0000", size) + ")")
                .collect(Collectors.joining(" AND "));
        return keys + " AND {owner} IN (" + names("owner", size) + ")";
    }

    private static String names(String name, int size) {
        return IntStream.range(0, size).mapToObj(i -> ":" + name + i).collect(Collectors.joining(", "));
    }
}
