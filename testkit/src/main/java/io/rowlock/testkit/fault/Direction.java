package io.rowlock.testkit.fault;

/** Which way bytes travel through a {@link Proxy}. */
public enum Direction {
    TO_SERVER,
    TO_CLIENT
}
