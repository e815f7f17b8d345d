package io.rowlock.internal.sql.innodb;

import java.sql.SQLException;

/** Statements on MariaDB that fail at once if a row is locked, and then have changed nothing. */
final class RowLocks {
    private static final int LOCK_WAIT_OVER = 1205;

    private RowLocks() {}

    /** A statement that may find a row locked. */
    @FunctionalInterface
    interface Attempt<T> {
        T run() throws SQLException;
    }

    static <T> T unlessLocked(T ifLocked, Attempt<T> attempt) throws SQLException {
        try {
            return attempt.run();
        } catch (SQLException failure) {
            if (failure.getErrorCode() == LOCK_WAIT_OVER) {
                return ifLocked;
            }
            throw failure;
        }
    }
}
