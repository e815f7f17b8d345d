package io.rowlock.table;

import io.rowlock.TableName;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The description of a lock table whose shape others have chosen: its columns, what makes a row free, what a release
 * leaves behind, and whose clock and zone its times mean. From it Rowlock makes its statements for each database, so that
 * its nodes and nodes that still run the original code compete for the same rows.
 *
 * <p>Immutable; the methods return changed copies. Two descriptions are equal if all their parts are. Only Rowlock
 * implements the parts; a later version may add to them, each addition with a default.
 */
public final class LockTable {
    private final TableName table;
    private final TableKey key;
    private final TableColumns columns;
    private final Release release;
    private final TableTime time;

    private LockTable(TableName table, TableKey key, TableColumns columns, Release release, TableTime time) {
        this.table = table;
        this.key = Objects.requireNonNull(key, "key");
        this.columns = Objects.requireNonNull(columns, "columns");
        this.release = Objects.requireNonNull(release, "release");
        this.time = Objects.requireNonNull(time, "time");
    }

    /** The row after a release. */
    public enum Release {
        /** Nothing: the row is deleted. */
        NO_ROW,
        /** A row whose expiry is the moment of the release. */
        EXPIRED_NOW,
        /** A row whose expiry passed long ago, by anyone's clock. */
        EXPIRED_LONG_AGO,
        /** A row whose status says that it is free. */
        FREE_STATUS
    }

    /**
     * How the nodes of old tell that a lock is over. Rowlock compares in the same way, so that it never takes a lock which the
     * old code would still respect.
     */
    public sealed interface Comparison permits TableValues.Comparison {

        /** {@return whether a lock is over at the very moment of its expiry, or only past it} */
        boolean equalIsOver();

        /**
         * {@return how many digits of a second are left of the clock that they compare with, the rest being cut off; empty for
         * as many as the columns keep}
         */
        OptionalInt fraction();

        /**
         * A lock is over once the clock is past its expiry: {@code expiry < now}.
         *
         * @return the comparison, with a clock of as many digits as the columns keep
         */
        static Comparison pastExpiry() {
            return new TableValues.Comparison(false, OptionalInt.empty());
        }

        /**
         * A lock is over at the very moment of its expiry: {@code expiry <= now}.
         *
         * @return the comparison, with a clock of as many digits as the columns keep
         */
        static Comparison atExpiry() {
            return new TableValues.Comparison(true, OptionalInt.empty());
        }

        /**
         * A copy for a clock with so many digits of a second.
         *
         * @param digits from 0 to 6
         * @return the changed copy
         * @throws IllegalArgumentException if they are more or fewer
         */
        Comparison withFraction(int digits);
    }

    /**
     * A table of another shape. Its times are the database's own local time, without skew, and compared by
     * {@link Comparison#pastExpiry()}; the methods change that.
     *
     * @param table its name, with or without a schema
     * @param key how a lock's name stands in it
     * @param columns its other columns
     * @param release what a release leaves behind
     * @return its description
     * @throws IllegalArgumentException if the name is not safe in SQL
     */
    public static LockTable of(String table, TableKey key, TableColumns columns, Release release) {
        return new LockTable(TableName.of(table), key, columns, release, TableValues.Time.ofDatabase());
    }

    /**
     * The table {@code dist_lock} (name, owner, expiry). Its nodes write their own zone's time: by default this JVM's.
     *
     * @return its description
     */
    public static LockTable distLock() {
        return of(
                        "dist_lock",
                        TableKey.ofName("name", 100),
                        TableColumns.of("owner", 100, "expiry"),
                        Release.EXPIRED_LONG_AGO)
                .inZone(ZoneId.systemDefault())
                .withComparison(Comparison.pastExpiry().withFraction(6));
    }

    /**
     * The table {@code locks} (type, id, lockid, expiration_time). Its nodes write their own zone's time: by default this
     * JVM's.
     *
     * @return its description
     */
    public static LockTable locks() {
        return of(
                        "locks",
                        TableKey.ofTypeAndId("type", "id", 255),
                        TableColumns.of("lockid", 255, "expiration_time"),
                        Release.NO_ROW)
                .inZone(ZoneId.systemDefault())
                .withComparison(Comparison.pastExpiry().withFraction(3));
    }

    /** {@return the table {@code TBL_PESSIMISTIC_LOCK}; its times are the database's own, in whole seconds} */
    public static LockTable pessimisticLock() {
        return of(
                        "TBL_PESSIMISTIC_LOCK",
                        TableKey.ofName("LOCK_NAME", 64),
                        TableColumns.of("LOCK_HOLDER", 64, "EXPIRED_TIME")
                                .withAcquired("LOCK_TIME")
                                .withStatus("LOCK_STATUS"),
                        Release.FREE_STATUS)
                .withFraction(0)
                .withComparison(Comparison.pastExpiry().withFraction(0));
    }

    /**
     * ShedLock's table {@code shedlock}. Unless told to use the database's time, ShedLock writes the JVM's; told so, it
     * writes UTC on most databases: then say {@link #inZone}.
     *
     * @return its description
     */
    public static LockTable shedlock() {
        return of(
                        "shedlock",
                        TableKey.ofName("name", 64),
                        TableColumns.of("locked_by", 255, "lock_until").withAcquired("locked_at"),
                        Release.EXPIRED_NOW)
                .inZone(ZoneId.systemDefault())
                .withFraction(3)
                .withComparison(Comparison.atExpiry().withFraction(3));
    }

    /** {@return Spring Integration's table {@code INT_LOCK} as of version 7, region {@code DEFAULT}; its times are UTC} */
    public static LockTable springIntegration() {
        return springIntegration("DEFAULT");
    }

    /**
     * Spring Integration's table {@code INT_LOCK} as of version 7. Its times are UTC.
     *
     * @param region the region of the lock repository
     * @return its description
     */
    public static LockTable springIntegration(String region) {
        return of(
                        "INT_LOCK",
                        TableKey.ofRegionAndUuid("REGION", "LOCK_KEY", region),
                        TableColumns.of("CLIENT_ID", 36, "EXPIRED_AFTER").withAcquired("CREATED_DATE"),
                        Release.NO_ROW)
                .inZone(ZoneOffset.UTC)
                .withFraction(3)
                .withComparison(Comparison.pastExpiry().withFraction(6));
    }

    /** {@return the table's name} */
    public TableName table() {
        return table;
    }

    /** {@return how a lock's name stands in it} */
    public TableKey key() {
        return key;
    }

    /** {@return its other columns} */
    public TableColumns columns() {
        return columns;
    }

    /** {@return what a release leaves behind} */
    public Release release() {
        return release;
    }

    /** {@return the meaning of its times} */
    public TableTime time() {
        return time;
    }

    /**
     * A copy for a table of another name.
     *
     * @param name letters, digits and underscores, with a schema and a dot before it if need be
     * @return the changed copy
     */
    public LockTable named(String name) {
        return named(TableName.of(name));
    }

    /**
     * A copy for a table of another name.
     *
     * @param name the name
     * @return the changed copy
     */
    public LockTable named(TableName name) {
        return new LockTable(name, key, columns, release, time);
    }

    /**
     * A copy whose times are those of a zone: the one in which the other nodes write.
     *
     * @param zone the zone of the old fleet
     * @return the changed copy
     */
    public LockTable inZone(ZoneId zone) {
        return withTime(new TableValues.Time(Optional.of(zone), time.fraction(), time.skew(), time.comparison()));
    }

    /**
     * A copy whose columns keep so many digits of a second, or fewer if the table itself has fewer. An expiry is rounded up to
     * that, never down, and the time of a release down, never up.
     *
     * @param digits from 0 to 6
     * @return the changed copy
     */
    public LockTable withFraction(int digits) {
        return withTime(new TableValues.Time(time.zone(), OptionalInt.of(digits), time.skew(), time.comparison()));
    }

    /**
     * A copy for a fleet that tells in another way that a lock is over.
     *
     * @param comparison how its code does
     * @return the changed copy
     */
    public LockTable withComparison(Comparison comparison) {
        return withTime(new TableValues.Time(time.zone(), time.fraction(), time.skew(), comparison));
    }

    /**
     * A copy for a fleet whose clocks may run behind the database's: Rowlock takes an expired lock over that much later.
     *
     * @param skew how far behind at most
     * @return the changed copy
     */
    public LockTable withSkew(Duration skew) {
        return withTime(new TableValues.Time(time.zone(), time.fraction(), skew, time.comparison()));
    }

    private LockTable withTime(TableTime changed) {
        return new LockTable(table, key, columns, release, changed);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LockTable that
                && table.equals(that.table)
                && key.equals(that.key)
                && columns.equals(that.columns)
                && release == that.release
                && time.equals(that.time);
    }

    @Override
    public int hashCode() {
        return Objects.hash(table, key, columns, release, time);
    }

    @Override
    public String toString() {
        return "LockTable[table=" + table + ", key=" + key + ", columns=" + columns + ", release=" + release + ", time="
                + time + ']';
    }
}
