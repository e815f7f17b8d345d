package io.rowlock.bench.contestant;

/** The contestants: Rowlock, its peers, and the raw limits. */
public enum Contestant {
    ROWLOCK("Rowlock", Service.DATABASE, true),
    UPDATES("two raw UPDATEs", Service.DATABASE, false),
    SELECTS("two SELECT 1", Service.DATABASE, false),
    SHEDLOCK("ShedLock", Service.DATABASE, false),
    SPRING_INTEGRATION("Spring Integration", Service.DATABASE, true),
    CLASSIC("SELECT … FOR UPDATE", Service.DATABASE, false),
    REDISSON_AOF("Redisson, AOF always", Service.REDIS_AOF, true),
    REDISSON_MEMORY("Redisson, no persistence", Service.REDIS_MEMORY, true),
    CURATOR("Curator", Service.ZOOKEEPER, true);

    private final String label;
    private final Service service;
    private final boolean waits;

    Contestant(String label, Service service, boolean waits) {
        this.label = label;
        this.service = service;
        this.waits = waits;
    }

    /** Its name, for people. */
    public String label() {
        return label;
    }

    /** The service on which it runs. */
    public Service service() {
        return service;
    }

    /** Whether it can wait for a lock: then {@link #open} gives a {@link WaitingClient}. */
    public boolean waits() {
        return waits;
    }

    /** A client of its own for this process. */
    public LockClient open(Address address) throws Exception {
        return switch (this) {
            case ROWLOCK -> new RowlockClient(address);
            case UPDATES -> new RawClient(address, RawClient.UPDATE);
            case SELECTS -> new RawClient(address, RawClient.SELECT);
            case SHEDLOCK -> new ShedLockClient(address);
            case SPRING_INTEGRATION -> new SpringIntegrationClient(address);
            case CLASSIC -> new ClassicClient(address);
            case REDISSON_AOF, REDISSON_MEMORY -> new RedissonLockClient(address);
            case CURATOR -> new CuratorClient(address);
        };
    }
}
