package io.rowlock.chaos.plan;

import java.util.Arrays;
import java.util.Locale;

/** The ways in which the nemesis breaks things. */
public enum FaultKind {
    KILL_WORKER("a worker is killed (kill -9); another takes its place"),
    STOP_WORKER("a worker is stopped for up to two leases (SIGSTOP), then goes on"),
    KILL_DATABASE("the database is killed (kill -9), and started again"),
    STOP_DATABASE("the database is stopped for up to two leases (SIGSTOP), then goes on"),
    RESTART_DATABASE("the database is shut down and started again, as its administrator would"),
    KILL_CONNECTIONS("the database ends all connections, again and again"),
    CUT("connections are reset, again and again"),
    BYTE_CUT("connections are cut in the middle of a statement or a reply, after any number of bytes"),
    DELAY("every packet is late"),
    HALF_OPEN("a worker's packets vanish in both directions; then its connections are reset"),
    BLOCK_REQUESTS("what a worker sends is held back, and arrives late"),
    BLOCK_REPLIES("what the database answers a worker is held back, and arrives late"),
    REFUSE("the way to the database is gone: connections are reset, and new ones refused"),
    EXHAUST_POOL("something else has taken all connections of a worker's pool"),
    STARVE_CPU("other processes want all processors"),
    WORKER_CLOCK("the wall clocks of workers step by up to ten days, ahead or back"),
    WORKER_ZONE("workers move to other time zones"),
    DATABASE_CLOCK("the database's clock steps by up to 0.8 s, ahead, and back again"),
    STALL_SYNC("the database's disk does not finish its syncs for up to two leases"),
    FILL_DISK("the database's disk is full; then it is not, and the database is started again"),
    REFUSE_STATEMENTS(
            "the database answers statements with lock timeouts, statement timeouts, deadlocks and serialization failures"),
    READ_ONLY("the database takes no writes, as after a failover to a standby"),
    FILL_POOL("transactions of the application take all connections of a worker's pool, and ask for locks themselves"),
    POOLER("a worker goes through pgbouncer in transaction mode, all the time; pgbouncer is killed and started again"),
    DDL("the lock table is altered, rewritten, reindexed, or locked by a backup, while it is in use");

    private final String words;

    FaultKind(String words) {
        this.words = words;
    }

    /** A description, in words. */
    public String words() {
        return words;
    }

    /** As one types it. */
    public static FaultKind named(String name) {
        return Arrays.stream(values())
                .filter(kind -> kind.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "no fault is named '" + name + "'; there are " + Arrays.toString(values())));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
