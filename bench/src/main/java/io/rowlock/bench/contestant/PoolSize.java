package io.rowlock.bench.contestant;

/** How large a pool serves the peers best. */
final class PoolSize {

    /**
     * More than HikariCP's rule of thumb (twice the cores) because commits wait for the disk, and PostgreSQL writes those
     * that wait together at once. To try others: {@code JAVA_TOOL_OPTIONS=-Drowlock.bench.pool=32 ./rowlock bench}.
     */
    static final int OF_PEERS = Integer.getInteger("rowlock.bench.pool", 16);

    private PoolSize() {}
}
