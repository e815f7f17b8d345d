package io.rowlock.engines.network;

/** Which way bytes travel through a {@link Proxy}. */
public enum Direction {
    TO_SERVER,
    TO_CLIENT
}
