package io.rowlock.cli.look;

import io.rowlock.LockStatus;
import java.util.List;
import java.util.Optional;

/** The locks, for a command that only looks. */
public interface LockView extends AutoCloseable {

    /**
     * Every lock that the table knows, free ones too.
     *
     * @return what is known of each
     */
    List<LockStatus> all();

    /**
     * One lock.
     *
     * @param name its name
     * @return what is known of it; empty when the table has never seen it
     */
    Optional<LockStatus> find(String name);

    /**
     * Whether the numbers of waiters are known: PostgreSQL's clients register theirs in the table, others do not.
     *
     * @return false where every number is 0 because nobody knows it
     */
    boolean countsWaiters();

    @Override
    void close();
}
