package io.rowlock;

import java.util.UUID;
import javax.sql.DataSource;

/**
 * A client of one lock table: the way to every lock in it.
 *
 * <p>One per process and database is right; it is thread-safe, uses at most three connections of its data source however
 * many threads wait, and renews all its holds. Close it to release them all and end its threads.
 *
 * <pre>{@code
 * try (Rowlock rowlock = Rowlock.create(dataSource)) {
 *     rowlock.lock("daily-report").tryRun(this::report);
 * }
 * }</pre>
 */
public interface Rowlock extends AutoCloseable {

    /**
     * A client with the default settings: detects the database, checks it, and creates the table {@code rowlock} if it is
     * not there.
     *
     * @param dataSource where connections come from
     * @return the client, to be closed
     * @throws LockSetupException if the database cannot serve, saying why and what to do
     */
    static Rowlock create(DataSource dataSource) {
        return builder(dataSource).build();
    }

    /**
     * Begins a client with settings of its own.
     *
     * @param dataSource where connections come from
     * @return its builder
     */
    static RowlockBuilder builder(DataSource dataSource) {
        return new RowlockBuilder(dataSource);
    }

    /**
     * The lock of that name, with the default definition. No I/O.
     *
     * @param name the lock's name
     * @return the lock
     */
    default DistributedLock lock(String name) {
        return lock(LockDefinition.of(name));
    }

    /**
     * The lock of one thing of a type, named {@code type:id}, with the default definition. No I/O.
     *
     * @param type what kind of thing is locked; holds no colon
     * @param id which one
     * @return the lock
     */
    default DistributedLock lock(String type, String id) {
        return lock(LockDefinition.of(type, id));
    }

    /**
     * The same for an id that is a number.
     *
     * @param type what kind of thing is locked; holds no colon
     * @param id which one
     * @return the lock
     */
    default DistributedLock lock(String type, long id) {
        return lock(LockDefinition.of(type, id));
    }

    /**
     * The same for an id that is a UUID.
     *
     * @param type what kind of thing is locked; holds no colon
     * @param id which one
     * @return the lock
     */
    default DistributedLock lock(String type, UUID id) {
        return lock(LockDefinition.of(type, id));
    }

    /**
     * The lock that the definition describes. No I/O.
     *
     * @param definition which lock, and how it behaves
     * @return the lock
     */
    DistributedLock lock(LockDefinition definition);

    /**
     * Takes up a hold that was detached, here or in another process. No I/O.
     *
     * @param ticket what {@link Hold#detach()} gave
     * @return the means to check, extend and release it
     */
    ResumedHold resume(LockTicket ticket);

    /**
     * The operator's view: the holder of each lock, and the means to end a hold.
     *
     * @return the lock table's administration
     */
    LockAdmin admin();

    /**
     * Releases all holds in one statement, wakes all waiters, and ends all threads. Detached holds are left alone.
     * Idempotent, bounded in time.
     */
    @Override
    void close();
}
