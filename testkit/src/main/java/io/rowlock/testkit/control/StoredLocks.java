package io.rowlock.testkit.control;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The rows of a lock table as they are stored, seen and changed past Rowlock. Columns have the names that they have in SQL. */
public interface StoredLocks {

    /** The lock's row, with all that changes when it is written. */
    Map<String, String> row(String name);

    Optional<Map<String, String>> find(String name);

    long number(String name, String column);

    /** The session that the lock's row names. */
    Optional<String> sessionOf(String name);

    boolean sessionLives(String id);

    long sessionNumber(String id, String column);

    /** The rows of a session's locks. */
    List<Map<String, String>> locksOf(String session);

    void deleteSession(String id);

    void set(String name, String column, long value);

    /** Adds the rows of locks that are free. */
    void addFree(Stream<String> names);

    /** Lets the lock's last use lie this much further back. */
    void age(String name, Duration by);

    /** Leaves the lock's row as a database would whose clock was this much ahead: later times, and nothing for none. */
    void advance(String name, Duration by);

    void postponeExpiry(String name, Duration by);

    /** The locks whose names hold this text, and which are still honoured for someone; none if there is no table. */
    List<String> liveIfThere(String part);

    /** Locks the lock's row in a transaction that stays open until it is closed. */
    RowLock lockRow(String name);

    RowLock lockSession(String id);

    /** A row that an open transaction has locked. */
    interface RowLock extends AutoCloseable {

        boolean isOpen();

        @Override
        void close();
    }
}
