package io.rowlock.memory;

import io.rowlock.LockLostException;
import io.rowlock.LockOutcomeUnknownException;
import io.rowlock.LockStoreException;
import io.rowlock.TransactionGuard.GuardedWork;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.Guards;
import io.rowlock.memory.internal.MemoryTable;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Guards transactions of whatever database the test has for its own tables. The lock is not in that database, so all that can
 * be done is to look whether it is held: before the work, and once more before the commit.
 */
final class MemoryGuards implements Guards {
    private final MemoryTable table;

    MemoryGuards(MemoryTable table) {
        this.table = table;
    }

    @Override
    public void guard(Connection connection, Grant grant) {
        try {
            if (connection.getAutoCommit()) {
                throw new IllegalArgumentException("cannot guard a transaction with lock '" + grant.key()
                        + "' on this connection: it is in autocommit mode, so there is no transaction;"
                        + " setAutoCommit(false) first");
            }
        } catch (SQLException failure) {
            throw new LockStoreException(
                    "could not guard a transaction with lock '" + grant.key() + "': " + failure.getMessage(), failure);
        }
        requireHeld(grant);
    }

    private void requireHeld(Grant grant) {
        if (!table.check(grant)) {
            throw new LockLostException(
                    grant.key(),
                    grant.token(),
                    "its lease ended, or it was revoked or released; roll the transaction back");
        }
    }

    @Override
    public <T, E extends Exception> T guarded(DataSource dataSource, Grant grant, GuardedWork<T, E> work) throws E {
        Connection connection = open(dataSource, grant);
        boolean committed = false;
        try {
            requireHeld(grant);
            T result = work.run(connection);
            requireHeld(grant);
            commit(connection, grant);
            committed = true;
            return result;
        } finally {
            end(connection, committed);
        }
    }

    private static Connection open(DataSource dataSource, Grant grant) {
        try {
            Connection connection = dataSource.getConnection();
            connection.setAutoCommit(false);
            return connection;
        } catch (SQLException failure) {
            throw new LockStoreException(
                    "could not open a transaction guarded by lock '" + grant.key() + "': " + failure.getMessage()
                            + "; nothing was done",
                    failure);
        }
    }

    private static void commit(Connection connection, Grant grant) {
        try {
            connection.commit();
        } catch (SQLException failure) {
            throw new LockOutcomeUnknownException(
                    "commit of a transaction guarded by lock '" + grant.key() + "' failed: " + failure.getMessage(),
                    failure);
        }
    }

    private static void end(Connection connection, boolean committed) {
        try (connection) {
            if (!committed) {
                connection.rollback();
            }
            connection.setAutoCommit(true);
        } catch (SQLException failure) {
            // It is closed, and the work has said how it ended.
            return;
        }
    }

    @Override
    public void releaseWith(Connection connection, Grant grant) {
        throw new IllegalArgumentException(
                "lock '" + grant.key()
                        + "' is kept in memory, and cannot be released by the commit of a transaction; test releaseWith() on a database");
    }
}
