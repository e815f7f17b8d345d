package io.rowlock.engines.server;

/** How a database is ended. */
public enum Stop {
    /** As its administrator would: running statements are ended, everything is written. */
    GRACEFUL,
    /** As a crash would: at once. */
    KILL
}
