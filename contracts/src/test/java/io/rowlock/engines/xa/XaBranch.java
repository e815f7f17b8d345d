package io.rowlock.engines.xa;

import io.rowlock.testkit.sql.TwoPhaseTransaction;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;

/** A branch that a driver begins and ends. The autocommit flag of the driver is left as it is. */
public final class XaBranch implements TwoPhaseTransaction {
    private final BranchId id = new BranchId();
    private final XADataSource source;
    private final XAConnection session;
    private final Connection connection;
    private boolean active = true;
    private boolean over;

    /**
     * Begins one.
     *
     * @param source of its connection
     * @throws SQLException if it cannot begin
     */
    public XaBranch(XADataSource source) throws SQLException {
        this.source = source;
        session = source.getXAConnection();
        connection = session.getConnection();
        run(() -> session.getXAResource().start(id, XAResource.TMNOFLAGS));
    }

    @Override
    public Connection connection() {
        return connection;
    }

    @Override
    public void prepare() throws SQLException {
        run(this::end);
        run(() -> {
            if (session.getXAResource().prepare(id) != XAResource.XA_OK) {
                throw new SQLException("a branch that has written was prepared as if it had not");
            }
        });
    }

    private void end() throws SQLException, XAException {
        active = false;
        session.getXAResource().end(id, XAResource.TMSUCCESS);
    }

    @Override
    public void commit() throws SQLException {
        over = true;
        run(() -> session.getXAResource().commit(id, false));
    }

    /** By its name, as a transaction manager does from its own log. */
    @Override
    public void commitAfterRestart() throws SQLException {
        over = true;
        XAConnection other = source.getXAConnection();
        try {
            run(() -> other.getXAResource().commit(id, false));
        } finally {
            other.close();
        }
    }

    @Override
    public void close() throws SQLException {
        try {
            if (active) {
                run(this::end);
            }
            if (!over) {
                run(() -> session.getXAResource().rollback(id));
            }
        } finally {
            session.close();
        }
    }

    private static void run(Step step) throws SQLException {
        try {
            step.run();
        } catch (XAException failure) {
            throw new SQLException("XA error " + failure.errorCode, failure);
        }
    }

    /** A step of the protocol. */
    @FunctionalInterface
    private interface Step {
        void run() throws SQLException, XAException;
    }
}
