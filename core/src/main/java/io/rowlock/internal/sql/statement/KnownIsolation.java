package io.rowlock.internal.sql.statement;

import io.rowlock.internal.time.Ticker;
import java.sql.Connection;
import java.time.Duration;

/**
 * The isolation level of a server session that is one connection's own, for as long as the server's last answer counts.
 *
 * <ol>
 *   <li>Only READ COMMITTED is remembered. A connection with another level is switched whenever it is borrowed, and has to come
 *       back with the level that it really had.
 *   <li>The answer counts for a minute, because others use the connection meanwhile, and a pool may not undo what they changed.
 *   <li>It does not count after a second without use: the question also finds out that the server has closed the connection,
 *       before a request is sent.
 * </ol>
 *
 * Not thread-safe.
 */
final class KnownIsolation {
    private static final long FRESH = Duration.ofMinutes(1).toNanos();
    private static final long IN_USE = Duration.ofSeconds(1).toNanos();

    private final Ticker ticker;
    private int level = Connection.TRANSACTION_NONE;
    private long askedAt;
    private long usedAt;

    KnownIsolation(Ticker ticker) {
        this.ticker = ticker;
    }

    /** As PostgreSQL names it. */
    static int level(String name) {
        return switch (name) {
            case "read uncommitted" -> Connection.TRANSACTION_READ_UNCOMMITTED;
            case "read committed" -> Connection.TRANSACTION_READ_COMMITTED;
            case "serializable" -> Connection.TRANSACTION_SERIALIZABLE;
            default -> Connection.TRANSACTION_REPEATABLE_READ;
        };
    }

    boolean isReadCommitted() {
        long now = ticker.nanos();
        return level == Connection.TRANSACTION_READ_COMMITTED && now - askedAt < FRESH && now - usedAt < IN_USE;
    }

    /** The server has answered. */
    void answered(int present) {
        level = present;
        askedAt = ticker.nanos();
        usedAt = askedAt;
    }

    /** The connection was in use until now. */
    void used() {
        usedAt = ticker.nanos();
    }
}
