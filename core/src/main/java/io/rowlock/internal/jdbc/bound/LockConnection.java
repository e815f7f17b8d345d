package io.rowlock.internal.jdbc.bound;

import io.rowlock.LockKey;
import io.rowlock.internal.jdbc.connection.BorrowedConnection;
import io.rowlock.internal.jdbc.connection.StoreConnection;
import io.rowlock.internal.sql.NativeLocks;
import io.rowlock.internal.time.Terms;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection with the locks that are tied to its session. It is used by one thread at a time, of whichever lane, and is
 * never given back with a lock on it: what cannot be unlocked for sure is cut.
 */
final class LockConnection {
    private static final Logger LOG = LoggerFactory.getLogger(LockConnection.class);

    /** By the standard: whether the transaction took place is unknown. Whoever is told so cuts the connection. */
    private static final String DOUBTFUL = "08007";

    private final BorrowedConnection kept;
    private final NativeLocks sessionLocks;
    private final String session;
    private final long silenceAsLent;
    private final ReentrantLock use = new ReentrantLock();
    private final Set<LockKey> locked = new HashSet<>();
    /** How long it may be silent, in milliseconds; 0 while that is as it was lent. */
    private long silence;

    private final AbortDecision aborting = new AbortDecision();
    private volatile boolean resting;
    private volatile boolean gone;
    private boolean ended;

    LockConnection(BorrowedConnection kept, NativeLocks sessionLocks) throws SQLException {
        this.kept = kept;
        this.sessionLocks = sessionLocks;
        session = sessionLocks.session(kept.connection());
        silenceAsLent = sessionLocks.silence(kept.connection());
    }

    /**
     * Waits for the connection, and acts on it.
     *
     * @param user identifies this use for {@link #abort}
     * @param wait how long another may go on using it
     * @param timeout how long an answer may take
     */
    <T> T use(Object user, Duration wait, Duration timeout, StoreConnection.Act<T> act)
            throws SQLException, BusyException {
        begin(wait);
        try {
            if (gone) {
                throw new SQLException("the connection that the lock was tied to is gone", "08003");
            }
            aborting.begin(user);
            T result;
            try {
                kept.bound(timeout);
                result = act.on(kept.connection());
            } finally {
                aborting.end();
            }
            requireNotAborted();
            return result;
        } finally {
            use.unlock();
            if (gone) {
                endSession();
            }
        }
    }

    /** An answer that came after the decision to abort is worth nothing: the connection ends, and its locks with it. */
    private void requireNotAborted() throws SQLException {
        if (isAborted()) {
            throw new SQLException("the connection was aborted while it was in use", DOUBTFUL);
        }
    }

    private void begin(Duration timeout) throws BusyException {
        try {
            if (!use.tryLock(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new BusyException(session);
            }
        } catch (InterruptedException cut) {
            Thread.currentThread().interrupt();
            throw new BusyException(session);
        }
    }

    /** The lane whose connection it is goes on; false if it was given back, or cut, meanwhile. */
    boolean wake(Duration timeout) throws BusyException {
        begin(timeout);
        try {
            resting = false;
            return !gone;
        } finally {
            use.unlock();
        }
    }

    /** The lane whose connection it is has nothing to do. Does not wait for others who use it. */
    void rest() {
        resting = true;
    }

    /** Whether the connection still leads to the session that has the locks: a pooler, or a driver, may have changed it. */
    boolean isSameSession(Connection connection) throws SQLException {
        return session.equals(sessionLocks.session(connection));
    }

    /** Takes a lock for the session; while it has any, silence ends it no sooner than the longest of their terms. */
    boolean tryLock(Connection connection, LockKey key, Terms terms) throws SQLException {
        return lock(connection, key, terms, () -> sessionLocks.tryLock(connection, key));
    }

    /** Does the same, and waits in the server's queue. A session that waits while it has locks would hold up their holders. */
    boolean lock(Connection connection, LockKey key, Terms terms, Duration longest) throws SQLException {
        return locked.isEmpty() && lock(connection, key, terms, () -> sessionLocks.lock(connection, key, longest));
    }

    private boolean lock(Connection connection, LockKey key, Terms terms, Locking locking) throws SQLException {
        sessionLocks.prepare(connection, key);
        limitSilence(connection, terms);
        try {
            if (!locking.isGot()) {
                return false;
            }
        } catch (SQLException failure) {
            throw doubtful(failure);
        }
        locked.add(key);
        return true;
    }

    /** Takes a lock for the session. */
    @FunctionalInterface
    private interface Locking {
        boolean isGot() throws SQLException;
    }

    /** Has the silence that the session may keep suit one more lock, which it has already. */
    void limitSilence(Connection connection, Terms terms) throws SQLException {
        limitSilence(connection, terms.lease().plus(terms.grace()).toMillis());
    }

    /** Whether no lock is on it; false as well while it is in use. */
    boolean isUnlocked() {
        if (!use.tryLock()) {
            return false;
        }
        try {
            return locked.isEmpty();
        } finally {
            use.unlock();
        }
    }

    /** Whether the session has the lock is not known any more; a cut connection has none. */
    private static SQLException doubtful(SQLException failure) {
        return new SQLException("may or may not be locked: " + failure.getMessage(), DOUBTFUL, failure);
    }

    private void limitSilence(Connection connection, long millis) throws SQLException {
        if (silence < millis) {
            sessionLocks.limitSilence(connection, millis);
            silence = millis;
        }
    }

    /** Unlocks what the session has of these; all at once, if that is all it has. */
    void unlock(Connection connection, Set<LockKey> keys) throws SQLException {
        try {
            unlockEach(connection, keys);
        } catch (SQLException failure) {
            throw doubtful(failure);
        }
    }

    private void unlockEach(Connection connection, Set<LockKey> keys) throws SQLException {
        if (keys.size() > 1 && keys.containsAll(locked)) {
            sessionLocks.unlockAll(connection, Set.copyOf(locked));
            locked.clear();
            return;
        }
        for (LockKey key : keys) {
            if (locked.remove(key) && !sessionLocks.unlock(connection, key)) {
                LOG.debug("lock '{}' was no longer on {} when it was unlocked", key, session);
            }
        }
    }

    boolean isGone() {
        return gone;
    }

    /** Whether someone else, such as a pool, has closed the connection. */
    boolean isClosed() {
        return kept.isClosed();
    }

    /** Cuts the connection, and with it whatever is tied to it. */
    void discard() {
        gone = true;
        if (sessionLocks.endOnAbort()) {
            kept.discard();
        } else {
            endSession();
        }
    }

    /**
     * Ends a session that does not end by an abort: by unlocking everything, because a pool may keep the session. A
     * connection that is in use is left to its user, who does the same afterwards.
     */
    private void endSession() {
        if (sessionLocks.endOnAbort() || !use.tryLock()) {
            return;
        }
        try {
            if (!ended) {
                ended = true;
                unlockEverything();
                kept.discard();
            }
        } finally {
            use.unlock();
        }
    }

    private void unlockEverything() {
        try {
            sessionLocks.unlockAll(kept.connection(), Set.copyOf(locked));
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
        if (sessionLocks.endOnAbort() && aborting.decide(user)) {
            kept.abort();
        }
    }

    /** Gives the connection back if it rests and no lock is on it; true if it is gone. */
    boolean isGivenBack() {
        if (!use.tryLock()) {
            return false;
        }
        try {
            if (!gone && resting && locked.isEmpty()) {
                giveBack();
            }
            return gone;
        } finally {
            use.unlock();
        }
    }

    /** A connection whose abort is decided must not be lent to others: the abort may still come. */
    private void giveBack() {
        gone = true;
        ended = true;
        if (isAborted()) {
            kept.discard();
            return;
        }
        try {
            sessionLocks.unlockAll(kept.connection(), Set.of());
            if (silence > 0) {
                sessionLocks.limitSilence(kept.connection(), silenceAsLent);
            }
            kept.giveBack();
        } catch (SQLException | RuntimeException failure) {
            LOG.debug("{} could not be made sure to have no lock, and is cut", session, failure);
            kept.discard();
        }
    }

    /** The connection is in use by another thread, which does not end. */
    static final class BusyException extends Exception {
        private static final long serialVersionUID = 1L;

        BusyException(String session) {
            super("the connection that the lock is tied to (" + session + ") does not answer");
        }
    }

    @Override
    public String toString() {
        return session;
    }
}
