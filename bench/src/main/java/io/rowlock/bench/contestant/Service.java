package io.rowlock.bench.contestant;

/** The service on which a contestant runs. */
public enum Service {
    DATABASE,
    REDIS_AOF,
    REDIS_MEMORY,
    ZOOKEEPER
}
