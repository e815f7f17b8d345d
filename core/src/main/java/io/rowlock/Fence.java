package io.rowlock;

import io.rowlock.internal.fence.Fencing;
import java.sql.Connection;
import java.util.OptionalLong;

/**
 * Keeps old grants from overwriting what newer ones wrote, where the data lives in another database than the locks.
 *
 * <p>A table beside the data holds, for each resource, the newest token that was seen. A writer passes the fence with the
 * token of its hold, inside the transaction that writes:
 *
 * <pre>{@code
 * Fence fence = Fence.table("rowlock_fence");
 * connection.setAutoCommit(false);
 * fence.pass(connection, "stock", hold.token());
 * // … the writes …
 * connection.commit();
 * }</pre>
 *
 * <p>Promise S4: a write that passed is never followed by one with an older token. Others who pass for the same resource
 * wait until this transaction ends; a rollback forgets the token with the write. It holds at READ COMMITTED, REPEATABLE
 * READ and SERIALIZABLE; above READ COMMITTED the database may answer with a serialization failure instead, and the
 * transaction is to be repeated. A fence cannot stop the write of an old holder before a newer one has written.
 *
 * <p>Runs on H2, PostgreSQL, MySQL and MariaDB. On Oracle and SQL Server it uses statements that were written from their
 * manuals and never run on the real engine; test the promise there before you rely on it. It rejects every other database.
 * Immutable and thread-safe; it opens, commits, rolls back and closes nothing.
 */
public final class Fence {
    private final Fencing fencing;

    private Fence(TableName table) {
        fencing = new Fencing(table);
    }

    /**
     * The fence that keeps its tokens in this table. No I/O.
     *
     * @param table the table's name, with or without a schema
     * @return the fence
     * @throws IllegalArgumentException if the name is not safe to stand in SQL
     */
    public static Fence table(String table) {
        return new Fence(TableName.of(table));
    }

    /**
     * Creates the fence's table if it is not there. Those who create their tables themselves take the statement from
     * {@link LockSchema#fenceStatements}.
     *
     * @param connection to the data's database, in autocommit mode
     * @throws IllegalArgumentException if the connection has a transaction, which some databases would commit
     * @throws LockSetupException if the database is not known
     * @throws LockStoreException if the database fails
     */
    public void createTable(Connection connection) {
        fencing.create(connection);
    }

    /**
     * Lets the token pass if no newer one has been seen for the resource, and remembers it; otherwise throws. The same
     * token passes as often as its holder writes. Call it before the writes, and at best first in the transaction, so that
     * nothing was read before that a newer holder has changed since.
     *
     * @param connection with the caller's open transaction on the data's database
     * @param resource what is written: the lock's name, or a name that always goes with the same lock
     * @param token the token of the hold under which it is written
     * @throws StaleTokenException if a newer token has been seen; roll the transaction back
     * @throws IllegalArgumentException if the connection has no transaction open and is in autocommit mode, the resource's name breaks the rules for
     *     lock names, or the token is not one
     * @throws LockSetupException if the database is not known
     * @throws LockStoreException if the database fails, with what the driver said as its cause; roll the
     *     transaction back
     */
    public void pass(Connection connection, String resource, long token) {
        LockText.requireName(resource);
        if (token <= 0) {
            throw new IllegalArgumentException("token " + token + " for '" + LockText.printable(resource)
                    + "' is not the token of a grant; use that of the hold");
        }
        OptionalLong newer = fencing.newerThan(connection, resource, token);
        if (newer.isPresent()) {
            throw new StaleTokenException(resource, token, newer.getAsLong());
        }
    }
}
