package io.rowlock.testkit.sql;

import java.sql.Connection;
import java.sql.SQLException;

/** A transaction that is prepared first and committed later, as a transaction manager does it; closed, it is rolled back. */
public interface TwoPhaseTransaction extends AutoCloseable {

    /** Where the work is done. */
    Connection connection();

    /**
     * Ends the work; from now on the database must be able to commit it, whatever happens.
     *
     * @throws SQLException if the database refuses
     */
    void prepare() throws SQLException;

    /**
     * Commits what was prepared.
     *
     * @throws SQLException if the database refuses
     */
    void commit() throws SQLException;

    /**
     * Commits what a server that was killed has found in its log.
     *
     * @throws SQLException if the database has not found it
     */
    void commitAfterRestart() throws SQLException;

    @Override
    void close() throws SQLException;
}
