package io.rowlock.table;

import io.rowlock.LockKey;
import io.rowlock.TableName;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/**
 * The description of a lock table whose shape others have chosen: its columns, what makes a row free, what a release
 * leaves behind, and whose clock and zone its times mean. From it Rowlock makes its statements for each database, so that
 * its nodes and nodes that still run the original code compete for the same rows.
 *
 * <p>Immutable; the methods return changed copies.
 *
 * @param table the table's name
 * @param key how a lock's name stands in it
 * @param columns its other columns
 * @param release what a release leaves behind
 * @param time what its times mean
 */
public record LockTable(TableName table, Key key, Columns columns, Release release, Time time) {

    /** What a release leaves behind. */
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

    /** How a lock's name stands in the key columns. */
    public enum Form {
        /** As it is, in one column. */
        NAME,
        /** The name {@code type:id} in two columns, type and id. */
        TYPE_AND_ID,
        /** In two columns, a region, and the name-based UUID of the name. */
        REGION_AND_UUID
    }

    /**
     * The key of the table.
     *
     * @param form how a name stands in it
     * @param columns the columns, in the order of the form
     * @param width how many characters of a name they hold
     * @param region the region, where the form has one; else empty
     */
    public record Key(Form form, List<String> columns, int width, String region) {

        /**
         * A key.
         *
         * @param form how a name stands in it
         * @param columns the columns, in the order of the form
         * @param width how many characters of a name they hold
         * @param region the region, where the form has one
         * @throws IllegalArgumentException if a column's name is not safe in SQL
         */
        public Key {
            columns = List.copyOf(columns);
            columns.forEach(TableName::of);
        }

        /**
         * What stands in the key columns for a lock.
         *
         * @param key which lock
         * @return a value for each column
         * @throws IllegalArgumentException if the columns cannot hold the name
         */
        public List<String> values(LockKey key) {
            return switch (form) {
                case NAME -> List.of(fitting(key.name()));
                case TYPE_AND_ID -> typeAndId(key.name());
                case REGION_AND_UUID ->
                    List.of(
                            region,
                            UUID.nameUUIDFromBytes(key.name().getBytes(StandardCharsets.UTF_8))
                                    .toString());
            };
        }

        private List<String> typeAndId(String name) {
            int colon = name.indexOf(':');
            if (colon < 0) {
                throw new IllegalArgumentException("lock name '" + name
                        + "' has no colon, and this table's locks have a type and an id; name it type:id");
            }
            return List.of(fitting(name.substring(0, colon)), fitting(name.substring(colon + 1)));
        }

        private String fitting(String value) {
            int length = value.codePointCount(0, value.length());
            if (length > width) {
                throw new IllegalArgumentException("'" + value + "' has " + length
                        + " characters, and the key of this lock table holds " + width + "; choose a shorter name");
            }
            return value;
        }
    }

    /**
     * The columns beside the key.
     *
     * @param owner who holds the lock: what Rowlock writes there is unlike every other value, and proves a grant
     * @param ownerWidth how many bytes the owner's column holds
     * @param expiry when the lock ends unless renewed
     * @param acquired when it was acquired, if the table tells
     * @param status 1 while the lock is taken and 0 when it is free, if the table tells
     */
    public record Columns(
            String owner, int ownerWidth, String expiry, Optional<String> acquired, Optional<String> status) {

        /**
         * Columns.
         *
         * @param owner who holds the lock
         * @param ownerWidth how many bytes it holds
         * @param expiry when the lock ends
         * @param acquired when it was acquired
         * @param status whether it is taken
         * @throws IllegalArgumentException if a column's name is not safe in SQL
         */
        public Columns {
            TableName.of(owner);
            TableName.of(expiry);
            acquired.ifPresent(TableName::of);
            status.ifPresent(TableName::of);
        }
    }

    /**
     * What the table's times mean.
     *
     * @param zone the zone of those who write them; empty when they are the database's own local time
     * @param fraction how many digits of a second the columns keep; empty for what the database's plain type keeps
     * @param skew how far the clocks of others may run behind the database's
     * @param comparison how the nodes of old tell that a lock is over
     */
    public record Time(Optional<ZoneId> zone, OptionalInt fraction, Duration skew, Comparison comparison) {

        /**
         * Times.
         *
         * @param zone whose they are
         * @param fraction how many digits of a second are kept
         * @param skew how far others may run behind
         * @param comparison how others tell that a lock is over
         * @throws IllegalArgumentException if the skew is negative
         */
        public Time {
            Objects.requireNonNull(comparison, "comparison");
            if (skew.isNegative()) {
                throw new IllegalArgumentException("skew " + skew + " is negative");
            }
        }

        /**
         * Times of nodes that take a lock for over once their clock, which has as many digits as the columns keep, is past its
         * expiry.
         *
         * @param zone whose they are
         * @param fraction how many digits of a second are kept
         * @param skew how far others may run behind
         * @throws IllegalArgumentException if the skew is negative
         */
        public Time(Optional<ZoneId> zone, OptionalInt fraction, Duration skew) {
            this(zone, fraction, skew, new Comparison(false, OptionalInt.empty()));
        }
    }

    /**
     * How the nodes of old tell that a lock is over. Rowlock compares in the same way, so that it never takes a lock which the
     * old code would still respect.
     *
     * @param equalIsOver whether a lock is over at the very moment of its expiry ({@code expiry <= now}), or only past it
     *     ({@code expiry < now})
     * @param fraction how many digits of a second are left of the clock that they compare with, the rest being cut off; empty
     *     for as many as the columns keep
     */
    public record Comparison(boolean equalIsOver, OptionalInt fraction) {

        /**
         * A comparison.
         *
         * @param equalIsOver whether a lock is over at the very moment of its expiry
         * @param fraction how many digits of a second their clock has
         * @throws IllegalArgumentException if that is not from 0 to 6
         */
        public Comparison {
            fraction.ifPresent(LockTable::requireFraction);
        }
    }

    /**
     * The table {@code dist_lock} (name, owner, expiry). Its nodes write their own zone's time: by default this JVM's.
     *
     * @return its description
     */
    public static LockTable distLock() {
        return new LockTable(
                TableName.of("dist_lock"),
                new Key(Form.NAME, List.of("name"), 100, ""),
                new Columns("owner", 100, "expiry", Optional.empty(), Optional.empty()),
                Release.EXPIRED_LONG_AGO,
                new Time(
                        Optional.of(ZoneId.systemDefault()),
                        OptionalInt.empty(),
                        Duration.ZERO,
                        new Comparison(false, OptionalInt.of(6))));
    }

    /**
     * The table {@code locks} (type, id, lockid, expiration_time). Its nodes write their own zone's time: by default this
     * JVM's.
     *
     * @return its description
     */
    public static LockTable locks() {
        return new LockTable(
                TableName.of("locks"),
                new Key(Form.TYPE_AND_ID, List.of("type", "id"), 255, ""),
                new Columns("lockid", 255, "expiration_time", Optional.empty(), Optional.empty()),
                Release.NO_ROW,
                new Time(
                        Optional.of(ZoneId.systemDefault()),
                        OptionalInt.empty(),
                        Duration.ZERO,
                        new Comparison(false, OptionalInt.of(3))));
    }

    /**
     * The table {@code TBL_PESSIMISTIC_LOCK}. Its times are the database's own, in whole seconds.
     *
     * @return its description
     */
    public static LockTable pessimisticLock() {
        return new LockTable(
                TableName.of("TBL_PESSIMISTIC_LOCK"),
                new Key(Form.NAME, List.of("LOCK_NAME"), 64, ""),
                new Columns("LOCK_HOLDER", 64, "EXPIRED_TIME", Optional.of("LOCK_TIME"), Optional.of("LOCK_STATUS")),
                Release.FREE_STATUS,
                new Time(Optional.empty(), OptionalInt.of(0), Duration.ZERO, new Comparison(false, OptionalInt.of(0))));
    }

    /**
     * ShedLock's table {@code shedlock}. Unless told to use the database's time, ShedLock writes the JVM's; told so, it
     * writes UTC on most databases: then say {@link #inZone}.
     *
     * @return its description
     */
    public static LockTable shedlock() {
        return new LockTable(
                TableName.of("shedlock"),
                new Key(Form.NAME, List.of("name"), 64, ""),
                new Columns("locked_by", 255, "lock_until", Optional.of("locked_at"), Optional.empty()),
                Release.EXPIRED_NOW,
                new Time(
                        Optional.of(ZoneId.systemDefault()),
                        OptionalInt.of(3),
                        Duration.ZERO,
                        new Comparison(true, OptionalInt.of(3))));
    }

    /**
     * Spring Integration's table {@code INT_LOCK} as of version 7, region {@code DEFAULT}. Its times are UTC.
     *
     * @return its description
     */
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
        return new LockTable(
                TableName.of("INT_LOCK"),
                new Key(
                        Form.REGION_AND_UUID,
                        List.of("REGION", "LOCK_KEY"),
                        LockKey.MAX_CODE_POINTS,
                        Objects.requireNonNull(region, "region")),
                new Columns("CLIENT_ID", 36, "EXPIRED_AFTER", Optional.of("CREATED_DATE"), Optional.empty()),
                Release.NO_ROW,
                new Time(
                        Optional.of(ZoneOffset.UTC),
                        OptionalInt.of(3),
                        Duration.ZERO,
                        new Comparison(false, OptionalInt.of(6))));
    }

    /**
     * A copy for a table of another name.
     *
     * @param name letters, digits and underscores, with a schema and a dot before it if need be
     * @return the changed copy
     */
    public LockTable named(String name) {
        return new LockTable(TableName.of(name), key, columns, release, time);
    }

    /**
     * A copy whose times are those of a zone: the one in which the other nodes write.
     *
     * @param zone the zone of the old fleet
     * @return the changed copy
     */
    public LockTable inZone(ZoneId zone) {
        return withTime(new Time(Optional.of(zone), time.fraction, time.skew, time.comparison));
    }

    /**
     * A copy whose columns keep so many digits of a second, or fewer if the table itself has fewer. An expiry is rounded up to
     * that, never down, and the time of a release down, never up.
     *
     * @param digits from 0 to 6
     * @return the changed copy
     */
    public LockTable withFraction(int digits) {
        requireFraction(digits);
        return withTime(new Time(time.zone, OptionalInt.of(digits), time.skew, time.comparison));
    }

    private static void requireFraction(int digits) {
        if (digits < 0 || digits > 6) {
            throw new IllegalArgumentException("a time has 0 to 6 digits of a second, not " + digits);
        }
    }

    /**
     * A copy for a fleet that tells in another way that a lock is over.
     *
     * @param comparison how its code does
     * @return the changed copy
     */
    public LockTable withComparison(Comparison comparison) {
        return withTime(new Time(time.zone, time.fraction, time.skew, comparison));
    }

    /**
     * A copy for a fleet whose clocks may run behind the database's: Rowlock takes an expired lock over that much later.
     *
     * @param skew how far behind at most
     * @return the changed copy
     */
    public LockTable withSkew(Duration skew) {
        return withTime(new Time(time.zone, time.fraction, skew, time.comparison));
    }

    private LockTable withTime(Time changed) {
        return new LockTable(table, key, columns, release, changed);
    }
}
