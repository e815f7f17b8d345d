package io.rowlock.engines.coexistence;

import io.rowlock.table.LockTable;
import io.rowlock.testkit.classic.ClassicFixture;
import io.rowlock.testkit.classic.ClassicTable;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A system beside which Rowlock stands: which table it is on, and whose clock and zone its times mean. */
enum Rival {
    /** By its nodes' clocks. */
    DIST_LOCK(ClassicTable.DIST_LOCK, false, "expiry"),
    /** By its nodes' clocks. */
    LOCKS(ClassicTable.LOCKS, false, "expiration_time"),
    /** By the database's clock. */
    PESSIMISTIC(ClassicTable.PESSIMISTIC, true, "EXPIRED_TIME"),
    /** ShedLock as it comes: by its nodes' clocks. */
    SHEDLOCK(ClassicTable.SHEDLOCK, false, "lock_until"),
    /** ShedLock that was told to use the database's time. */
    SHEDLOCK_DB_TIME(ClassicTable.SHEDLOCK, true, "lock_until"),
    /** Spring Integration: by its nodes' clocks, in UTC. */
    INT_LOCK(ClassicTable.INT_LOCK, false, "EXPIRED_AFTER"),
    /** {@code GET_LOCK}, by no clock at all. */
    USER_LEVEL(null, true, "expires_us");

    /** In which zone the engines' sessions are, whatever the node's; ShedLock goes by it on H2. */
    private static final ZoneId SESSIONS = ZoneId.of("Asia/Kathmandu");

    private final @Nullable ClassicTable table;
    private final boolean databaseTime;
    private final String expiry;

    Rival(@Nullable ClassicTable table, boolean databaseTime, String expiry) {
        this.table = table;
        this.databaseTime = databaseTime;
        this.expiry = expiry;
    }

    /**
     * Those that can compete on a kind of database. The original of {@code dist_lock} rolls back whenever it meets what its own
     * release has left, and on H2 a rollback may undo what another has committed: nobody's lock is safe beside it there.
     */
    static List<Rival> competingOn(String kind) {
        boolean getLock = kind.equals("mysql") || kind.equals("mariadb");
        return Arrays.stream(values())
                .filter(rival -> rival != USER_LEVEL || getLock)
                .filter(rival -> rival != DIST_LOCK || !kind.equals("h2"))
                .toList();
    }

    /** Makes its table, or leaves that to Rowlock, whose own it is. */
    String create(ClassicFixture fixture) {
        return table == null ? fixture.reserve("rowlock") : fixture.create(table);
    }

    /** Makes its table, with times that keep so many digits of a second. */
    String create(ClassicFixture fixture, int digits) {
        return fixture.create(Objects.requireNonNull(table), digits);
    }

    /** The column that tells when a lock ends. */
    String expiry() {
        return expiry;
    }

    /** Whether the clock of a node has no influence. */
    boolean isOnDatabaseTime() {
        return databaseTime;
    }

    /** The table as a Rowlock node describes it that may run in another zone than the old fleet. */
    LockTable described(String kind, String name, ZoneId fleet) {
        LockTable like = switch (this) {
            case DIST_LOCK -> LockTable.distLock().inZone(fleet);
            case LOCKS -> LockTable.locks().inZone(fleet);
            case PESSIMISTIC -> LockTable.pessimisticLock();
            case SHEDLOCK -> LockTable.shedlock().inZone(fleet);
            case SHEDLOCK_DB_TIME -> LockTable.shedlock().inZone(kind.equals("h2") ? SESSIONS : ZoneOffset.UTC);
            case INT_LOCK -> LockTable.springIntegration();
            case USER_LEVEL -> throw new IllegalArgumentException("not a table of others");
        };
        return like.named(name);
    }
}
