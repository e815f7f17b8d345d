package io.rowlock.bench.client;

/** How large a pool serves the peers best. */
public final class PoolSize {

    /**
     * More than HikariCP's rule of thumb (twice the cores) because commits wait for the disk, and PostgreSQL writes those
     * that wait together at once. To try others: {@code JAVA_TOOL_OPTIONS=-Drowlock.bench.pool=32 ./rowlock bench}.
     */
    public static final int OF_PEERS = Integer.getInteger("rowlock.bench.pool", 16);

    private PoolSize() {}
}
