package io.rowlock.internal.jdbc.bound;

import io.rowlock.LockKey;
import io.rowlock.internal.jdbc.connection.BorrowedConnection;
import io.rowlock.internal.jdbc.connection.StoreConnection.Work;
import io.rowlock.internal.sql.NativeLocks;
import io.rowlock.internal.time.Terms;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection with the locks that are tied to its session. Threads of several workers use it, one at a time. It is never
 * given back with a lock on it: a connection that may have one is cut.
 */
final class LockConnection {
    private static final Logger LOG = LoggerFactory.getLogger(LockConnection.class);

    /** In the standard, "transaction resolution unknown": the store cuts the connection. */
    private static final String IN_DOUBT = "08007";

    private final BorrowedConnection borrowed;
    private final NativeLocks nativeLocks;
    private final String session;
    private final SilenceLimit silence;
    private final UseLock use = new UseLock();
    private final Set<LockKey> locked = new HashSet<>();
    private final AbortDecision aborting = new AbortDecision();
    private volatile boolean idle;
    private volatile boolean gone;
    private boolean ended;

    LockConnection(BorrowedConnection borrowed, NativeLocks nativeLocks) throws SQLException {
        this.borrowed = borrowed;
        this.nativeLocks = nativeLocks;
        session = nativeLocks.session(borrowed.connection());
        silence = new SilenceLimit(nativeLocks, borrowed.connection());
    }

    /**
     * Waits for the connection, and does some work on it.
     *
     * @param user identifies this use for {@link #abort}
     * @param wait how long another may go on using it
     * @param timeout how long an answer may take
     */
    <T> T use(Object user, Duration wait, Duration timeout, Work<T> work) throws SQLException, BusyException {
        if (!use.begin(wait)) {
            throw busy();
        }
        try {
            if (gone) {
                throw new SQLException("the connection that the lock was tied to is gone", "08003");
            }
            aborting.begin(user);
            T result;
            try {
                borrowed.callTimeout(timeout);
                result = work.on(borrowed.connection());
            } finally {
                aborting.end();
            }
            requireNotAborted();
            return result;
        } finally {
            endUse();
        }
    }

    /** The session of a connection that was discarded while it was in use ends with that use. */
    private void endUse() {
        use.end();
        if (gone) {
            endSession();
        }
    }

    /** An answer after the decision to abort counts for nothing: the connection ends, and its locks with it. */
    private void requireNotAborted() throws SQLException {
        if (isAborted()) {
            throw new SQLException("the connection was aborted while it was in use", IN_DOUBT);
        }
    }

    /** Tells a caller that another thread uses the connection. */
    BusyException busy() {
        return new BusyException(session);
    }

    /** The worker whose connection it is goes on; false if the connection was given back, or cut, meanwhile. */
    boolean wake(Duration timeout) throws BusyException {
        if (!use.beginPatiently(timeout)) {
            throw busy();
        }
        try {
            idle = false;
            return !gone;
        } finally {
            endUse();
        }
    }

    /** The worker whose connection it is has nothing to do. Does not wait for other users of the connection. */
    void markIdle() {
        idle = true;
    }

    /** Whether the connection still leads to the session that has the locks: a pooler, or a driver, may have changed it. */
    boolean isSameSession(Connection connection) throws SQLException {
        return session.equals(nativeLocks.session(connection));
    }

    /** Takes a lock for the session; while it has any, silence ends it no sooner than the longest of their terms. */
    boolean tryLock(Connection connection, LockKey key, Terms terms) throws SQLException {
        return lock(connection, key, terms, () -> nativeLocks.tryLock(connection, key));
    }

    /** Does the same, and waits in the server's queue. A session that waits while it has locks would hold up their holders. */
    boolean lock(Connection connection, LockKey key, Terms terms, Duration longest) throws SQLException {
        return locked.isEmpty() && lock(connection, key, terms, () -> nativeLocks.lock(connection, key, longest));
    }

    private boolean lock(Connection connection, LockKey key, Terms terms, Attempt attempt) throws SQLException {
        nativeLocks.prepare(connection, key);
        silence.suit(connection, terms);
        try {
            if (!attempt.isLocked()) {
                return false;
            }
        } catch (SQLException failure) {
            throw inDoubt(failure);
        }
        locked.add(key);
        return true;
    }

    /** An attempt to take a lock for the session. */
    @FunctionalInterface
    private interface Attempt {
        boolean isLocked() throws SQLException;
    }

    /** How long the session may be silent; to be extended before a lock that it has already lasts for longer. */
    SilenceLimit silence() {
        return silence;
    }

    /** Whether it is free and has no lock. */
    boolean isUnlocked() {
        if (!use.tryBegin()) {
            return false;
        }
        try {
            return locked.isEmpty();
        } finally {
            endUse();
        }
    }

    /** It is not known whether the session has the lock; a cut connection has none. */
    private static SQLException inDoubt(SQLException failure) {
        return new SQLException("may or may not be locked: " + failure.getMessage(), IN_DOUBT, failure);
    }

    /** Unlocks those of these locks that the session has; all at once, if it has no others. */
    void unlock(Connection connection, Set<LockKey> keys) throws SQLException {
        try {
            unlockEach(connection, keys);
        } catch (SQLException failure) {
            throw inDoubt(failure);
        }
    }

    private void unlockEach(Connection connection, Set<LockKey> keys) throws SQLException {
        if (keys.size() > 1 && keys.containsAll(locked)) {
            nativeLocks.unlockAll(connection, Set.copyOf(locked));
            locked.clear();
            return;
        }
        for (LockKey key : keys) {
            if (locked.remove(key) && !nativeLocks.unlock(connection, key)) {
                LOG.debug("lock '{}' was no longer on {} when it was unlocked", key, session);
            }
        }
    }

    boolean isGone() {
        return gone;
    }

    /** Whether someone else, such as a pool, has closed the connection. */
    boolean isClosed() {
        return borrowed.isClosed();
    }

    /** Cuts the connection, and ends the locks that are tied to it. */
    void discard() {
        gone = true;
        if (nativeLocks.endOnAbort()) {
            borrowed.discard();
        } else {
            endSession();
        }
    }

    /**
     * Ends a session that does not end by an abort: by unlocking everything, because a pool may keep the session. A
     * connection that is in use is left to its user, who does the same afterwards.
     */
    private void endSession() {
        if (nativeLocks.endOnAbort() || !use.tryBegin()) {
            return;
        }
        try {
            if (!ended) {
                ended = true;
                unlockEverything();
                borrowed.discard();
            }
        } finally {
            use.end();
        }
    }

    private void unlockEverything() {
        try {
            nativeLocks.unlockAll(borrowed.connection(), Set.copyOf(locked));
        } catch (SQLException | RuntimeException failure) {
            LOG.debug("the locks of {} could not be unlocked before it was discarded", session, failure);
        }
    }

    /** Whether an abort of the connection was decided. */
    boolean isAborted() {
        return aborting.isDecided();
    }

    /** Aborts the connection if that user is still using it, and an abort would end the session. */
    void abort(Object user) {
        if (nativeLocks.endOnAbort() && aborting.decide(user)) {
            borrowed.abort();
        }
    }

    /** Gives the connection back if it rests and no lock is on it; true if it is gone. */
    boolean isGivenBack() {
        if (!use.tryBegin()) {
            return false;
        }
        try {
            if (!gone && idle && locked.isEmpty()) {
                giveBack();
            }
            return gone;
        } finally {
            endUse();
        }
    }

    /** A connection whose abort is decided must not be lent to others: the abort may still come. */
    private void giveBack() {
        gone = true;
        ended = true;
        if (isAborted()) {
            borrowed.discard();
            return;
        }
        try {
            nativeLocks.unlockAll(borrowed.connection(), Set.of());
            silence.restore(borrowed.connection());
            borrowed.giveBack();
        } catch (SQLException | RuntimeException failure) {
            LOG.debug("{} may still have locks, and is cut", session, failure);
            borrowed.discard();
        }
    }

    @Override
    public String toString() {
        return session;
    }
}
