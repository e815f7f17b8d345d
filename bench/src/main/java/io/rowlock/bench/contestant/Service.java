package io.rowlock.bench.contestant;

/** What a contestant runs on. */
public enum Service {
    DATABASE,
    REDIS_AOF,
    REDIS_MEMORY,
    ZOOKEEPER
}
