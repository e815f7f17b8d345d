package io.rowlock.bench.contestant;

import io.rowlock.Database;
import io.rowlock.bench.batch.BatchClient;
import io.rowlock.bench.client.Address;
import io.rowlock.bench.client.LockClient;

/** The contestants: Rowlock, its peers, the raw limits. */
public enum Contestant {
    ROWLOCK("Rowlock", "#0072b2", Role.LOCK, Service.DATABASE, RowlockClient::open),
    ROWLOCK_FLUSHED(
            "Rowlock, every commit flushed", "#6a5acd", Role.STUDY, Service.DATABASE, RowlockClient::openFlushed),
    BATCH("batch alone (no lock library)", "#999933", Role.STUDY, Service.DATABASE, BatchClient::new),
    UPDATES(
            "two raw UPDATEs",
            "#8a8a8a",
            Role.LIMIT,
            Service.DATABASE,
            address -> new RawClient(address, RawClient.UPDATE)),
    SELECTS(
            "two SELECT 1",
            "#bdbdbd",
            Role.LIMIT,
            Service.DATABASE,
            address -> new RawClient(address, RawClient.SELECT)),
    SHEDLOCK("ShedLock", "#009e73", Role.TRY_LOCK, Service.DATABASE, ShedLockClient::new),
    SPRING_INTEGRATION("Spring Integration", "#56b4e9", Role.LOCK, Service.DATABASE, SpringIntegrationClient::new),
    CLASSIC("SELECT … FOR UPDATE", "#b5651d", Role.TRY_LOCK, Service.DATABASE, ClassicClient::new),
    REDISSON_AOF("Redisson, AOF always", "#e69f00", Role.LOCK, Service.REDIS_AOF, RedissonLockClient::new),
    REDISSON_MEMORY("Redisson, no persistence", "#d55e00", Role.LOCK, Service.REDIS_MEMORY, RedissonLockClient::new),
    CURATOR("Curator", "#cc79a7", Role.LOCK, Service.ZOOKEEPER, CuratorClient::new);

    /** Opens a client of its own for this process. */
    @FunctionalInterface
    private interface Opener {
        LockClient open(Address address) throws Exception;
    }

    private final String label;
    private final String color;
    private final Role role;
    private final Service service;

    @SuppressWarnings("ImmutableEnumChecker") // Each is a function without a state.
    private final Opener opener;

    Contestant(String label, String color, Role role, Service service, Opener opener) {
        this.label = label;
        this.color = color;
        this.role = role;
        this.service = service;
        this.opener = opener;
    }

    /** Its name, for people. */
    public String label() {
        return label;
    }

    /** Its color in every plot; told apart also by those who see red and green alike. */
    public String color() {
        return color;
    }

    /** The service on which it runs. */
    public Service service() {
        return service;
    }

    /** Whether it can wait for a lock: then {@link #open} gives a {@link io.rowlock.bench.client.WaitingClient}. */
    public boolean waits() {
        return role == Role.LOCK;
    }

    /** Whether it is a lock library, with its own defaults. */
    public boolean isLibrary() {
        return role == Role.LOCK || role == Role.TRY_LOCK;
    }

    /** Whether it is measured by a scenario on a database. */
    public boolean takesPart(String scenario, Database database) {
        return switch (role) {
            case LOCK, TRY_LOCK, LIMIT -> true;
            case OPTION -> scenario.equals("pairs");
            case STUDY -> scenario.equals("pairs") && database == Database.POSTGRESQL;
        };
    }

    /** A client of its own for this process. */
    public LockClient open(Address address) throws Exception {
        return opener.open(address);
    }
}
