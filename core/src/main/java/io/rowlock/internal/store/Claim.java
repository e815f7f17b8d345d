package io.rowlock.internal.store;

import io.rowlock.LockKey;
import io.rowlock.internal.time.Terms;
import java.time.Duration;

/**
 * A request for a lock. Repeating the same claim is safe: it is granted at most once.
 *
 * @param key which lock
 * @param requestId an id that no other claim ever has
 * @param terms how long the grant is to be honoured
 * @param keepFor how long the lock stays taken at least
 * @param owner a description of the claimant for people
 * @param notAfter the database time, in microseconds since 1970 UTC, after which this claim matches nothing: a duplicate
 *     that stalls until then, in a network or in the server, wins nothing. A dialect compares it with a clock that goes on
 *     while a statement is held up, if its database has one
 */
public record Claim(LockKey key, String requestId, Terms terms, Duration keepFor, String owner, long notAfter) {}
