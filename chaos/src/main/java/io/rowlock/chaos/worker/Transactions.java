package io.rowlock.chaos.worker;

import io.rowlock.LockLostException;
import io.rowlock.LockOutcomeUnknownException;
import io.rowlock.TransactionGuard;
import io.rowlock.chaos.client.Fences;
import io.rowlock.chaos.history.Kind;
import io.rowlock.chaos.worker.LockRecorder.HeldLock;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** The transactions that a worker runs under a lock. Nothing here throws; the history records the result. */
final class Transactions {
    private static final String GUARDED = "guarded";
    private static final String FENCED = "fenced";

    private final LockRecorder recorder;
    private final DataSource database;
    private final Fences fences;
    private final String process;
    private final ExecutorService partners;
    private final Optional<TwoPhaseCommit> twoPhaseCommit;

    Transactions(
            LockRecorder recorder, DataSource database, Fences fences, WorkerConfig config, ExecutorService partners) {
        this.recorder = recorder;
        this.database = database;
        this.fences = fences;
        this.process = config.name();
        this.partners = partners;
        this.twoPhaseCommit = TwoPhaseCommit.at(config.text("url"));
    }

    /** A transaction that the library opens, guards and commits. */
    void guarded(HeldLock held, Runnable then) {
        held.handle().guard().ifPresent(guard -> guarded(held, guard));
        then.run();
    }

    private void guarded(HeldLock held, TransactionGuard guard) {
        long id = recorder.nextId();
        recorder.write(Kind.GUARDING, held, id, "");
        try {
            guard.guarded(database, connection -> {
                Ledger.write(connection, GUARDED, held.lock(), held.token(), process, id);
                recorder.write(Kind.COMMITTING, held, id, "");
                return id;
            });
            recorder.write(Kind.COMMITTED, held, id, "");
        } catch (LockOutcomeUnknownException unknown) {
            recorder.write(Kind.UNKNOWN, held, id, "");
        } catch (LockLostException lost) {
            recorder.write(Kind.ABORTED, held, id, "lost");
        } catch (SQLException | RuntimeException failed) {
            recorder.write(Kind.ABORTED, held, id, failed.toString());
        }
    }

    /** A transaction of its own, while another thread releases the lock some time within those microseconds. */
    void race(HeldLock held, int micros, Consumer<HeldLock> release) {
        if (held.handle().guard().isEmpty()) {
            release.accept(held);
            return;
        }
        CompletableFuture<Void> partner = CompletableFuture.runAsync(
                () -> {
                    LockSupport.parkNanos(micros * 1_000L);
                    release.accept(held);
                },
                partners);
        guardedByHand(held, () -> {});
        partner.join();
    }

    /** A transaction of its own, which stays open as long as something takes. */
    void guardedByHand(HeldLock held, Runnable meanwhile) {
        held.handle().guard().ifPresent(guard -> guardedByHand(held, guard, meanwhile));
    }

    private void guardedByHand(HeldLock held, TransactionGuard guard, Runnable meanwhile) {
        long id = recorder.nextId();
        inTransaction(
                held,
                id,
                connection -> {
                    recorder.write(Kind.GUARDING, held, id, "by hand");
                    guard.guard(connection);
                    meanwhile.run();
                    Ledger.write(connection, GUARDED, held.lock(), held.token(), process, id);
                    recorder.write(Kind.COMMITTING, held, id, "");
                },
                Kind.COMMITTED,
                Kind.ABORTED);
    }

    /**
     * A branch of a two-phase commit, guarded, which stays prepared for so long, while another thread releases the lock some time
     * within those microseconds. Where there are no branches, a plain transaction.
     */
    void branch(HeldLock held, int micros, long preparedNanos, Consumer<HeldLock> release) {
        if (held.handle().guard().isEmpty()) {
            release.accept(held);
            return;
        }
        CompletableFuture<Void> partner = CompletableFuture.runAsync(
                () -> {
                    LockSupport.parkNanos(micros * 1_000L);
                    release.accept(held);
                },
                partners);
        inDoubt(held, preparedNanos);
        partner.join();
    }

    /** A guarded branch that stays prepared for so long. */
    void inDoubt(HeldLock held, long preparedNanos) {
        Optional<TransactionGuard> guard = held.handle().guard();
        if (twoPhaseCommit.isPresent() && guard.isPresent()) {
            inDoubt(held, guard.get(), twoPhaseCommit.get(), preparedNanos);
        } else {
            guardedByHand(held, () -> LockSupport.parkNanos(preparedNanos));
        }
    }

    /** After the prepare a failure settles nothing: the branch may still be committed when it is recovered. */
    private void inDoubt(HeldLock held, TransactionGuard guard, TwoPhaseCommit statements, long preparedNanos) {
        long id = recorder.nextId();
        String name = TwoPhaseCommit.name(process, id);
        boolean sent = false;
        try (Connection connection = database.getConnection()) {
            try {
                connection.setAutoCommit(false);
                statements.start(connection, name);
                recorder.write(Kind.GUARDING, held, id, "branch");
                guard.guard(connection);
                Ledger.write(connection, GUARDED, held.lock(), held.token(), process, id);
                sent = true;
                statements.prepare(connection, name);
                LockSupport.parkNanos(preparedNanos);
                recorder.write(Kind.COMMITTING, held, id, "");
                statements.commit(connection, name);
                recorder.write(Kind.COMMITTED, held, id, "");
                connection.setAutoCommit(true);
            } catch (SQLException | RuntimeException failure) {
                tellFailure(held, id, sent, Kind.ABORTED, failure);
                connection.abort(Runnable::run);
            }
        } catch (SQLException noConnection) {
            tellFailure(held, id, sent, Kind.ABORTED, noConnection);
        }
    }

    /** A transaction that passes a fence. */
    void fenced(HeldLock held, Runnable then) {
        if (held.token() > 0) {
            long id = recorder.nextId();
            inTransaction(
                    held,
                    id,
                    connection -> {
                        recorder.write(Kind.FENCING, held, id, "");
                        fences.pass(connection, held.lock(), held.token());
                        Ledger.write(connection, FENCED, held.lock(), held.token(), process, id);
                    },
                    Kind.FENCED,
                    Kind.UNFENCED);
        }
        then.run();
    }

    /** A guarded transaction on a connection that its caller has opened, and not yet used for writing. */
    void guardedOn(Connection connection, HeldLock held) throws SQLException {
        Optional<TransactionGuard> guard = held.handle().guard();
        if (guard.isEmpty()) {
            return;
        }
        long id = recorder.nextId();
        boolean sent = false;
        try {
            recorder.write(Kind.GUARDING, held, id, "by hand");
            guard.get().guard(connection);
            Ledger.write(connection, GUARDED, held.lock(), held.token(), process, id);
            recorder.write(Kind.COMMITTING, held, id, "");
            sent = true;
            connection.commit();
            recorder.write(Kind.COMMITTED, held, id, "");
        } catch (SQLException | RuntimeException failure) {
            tellFailure(held, id, sent, Kind.ABORTED, failure);
            connection.rollback();
        }
    }

    private void inTransaction(HeldLock held, long id, Work work, Kind done, Kind failed) {
        boolean sent = false;
        try (Connection connection = database.getConnection()) {
            try {
                connection.setAutoCommit(false);
                work.run(connection);
                sent = true;
                connection.commit();
                recorder.write(done, held, id, "");
                connection.setAutoCommit(true);
            } catch (SQLException | RuntimeException failure) {
                tellFailure(held, id, sent, failed, failure);
                giveUp(connection);
            }
        } catch (SQLException noConnection) {
            tellFailure(held, id, sent, failed, noConnection);
        }
    }

    /** A connection that cannot even roll back shall not be had from the pool again. */
    private static void giveUp(Connection connection) throws SQLException {
        try {
            connection.rollback();
            connection.setAutoCommit(true);
        } catch (SQLException broken) {
            connection.abort(Runnable::run);
        }
    }

    private void tellFailure(HeldLock held, long id, boolean sent, Kind failed, Exception failure) {
        if (sent) {
            recorder.write(Kind.UNKNOWN, held, id, failure.toString());
        } else {
            recorder.write(failed, held, id, failure instanceof LockLostException ? "lost" : failure.toString());
        }
    }

    /** The work of a transaction. */
    @FunctionalInterface
    private interface Work {
        void run(Connection connection) throws SQLException;
    }
}
