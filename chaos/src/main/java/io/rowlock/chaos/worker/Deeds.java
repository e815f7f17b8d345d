package io.rowlock.chaos.worker;

import io.rowlock.LockLostException;
import io.rowlock.LockOutcomeUnknownException;
import io.rowlock.TransactionGuard;
import io.rowlock.chaos.client.Fences;
import io.rowlock.chaos.history.Kind;
import io.rowlock.chaos.worker.Journal.Held;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** The transactions that a worker runs under a lock. Nothing here throws; the history records the result. */
final class Deeds {
    private static final String GUARDED = "guarded";
    private static final String FENCED = "fenced";

    private final Journal journal;
    private final DataSource database;
    private final Fences fences;
    private final String process;
    private final ExecutorService partners;
    private final Optional<Branches> branches;

    Deeds(Journal journal, DataSource database, Fences fences, WorkerConfig config, ExecutorService partners) {
        this.journal = journal;
        this.database = database;
        this.fences = fences;
        this.process = config.name();
        this.partners = partners;
        this.branches = Branches.at(config.text("url"));
    }

    /** A transaction that the library opens, guards and commits. */
    void guarded(Held held, Runnable then) {
        held.grip().guard().ifPresent(guard -> guarded(held, guard));
        then.run();
    }

    private void guarded(Held held, TransactionGuard guard) {
        long id = journal.nextId();
        journal.write(Kind.GUARDING, held, id, "");
        try {
            guard.guarded(database, connection -> {
                Ledger.write(connection, GUARDED, held.lock(), held.token(), process, id);
                journal.write(Kind.COMMITTING, held, id, "");
                return id;
            });
            journal.write(Kind.COMMITTED, held, id, "");
        } catch (LockOutcomeUnknownException unknown) {
            journal.write(Kind.UNCLEAR, held, id, "");
        } catch (LockLostException lost) {
            journal.write(Kind.ABORTED, held, id, "lost");
        } catch (SQLException | RuntimeException failed) {
            journal.write(Kind.ABORTED, held, id, failed.toString());
        }
    }

    /** A transaction of its own, while another thread gives the lock back some time within those microseconds. */
    void race(Held held, int micros, Consumer<Held> release) {
        if (held.grip().guard().isEmpty()) {
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
    void guardedByHand(Held held, Runnable meanwhile) {
        held.grip().guard().ifPresent(guard -> guardedByHand(held, guard, meanwhile));
    }

    private void guardedByHand(Held held, TransactionGuard guard, Runnable meanwhile) {
        long id = journal.nextId();
        inTransaction(
                held,
                id,
                connection -> {
                    journal.write(Kind.GUARDING, held, id, "by hand");
                    guard.guard(connection);
                    meanwhile.run();
                    Ledger.write(connection, GUARDED, held.lock(), held.token(), process, id);
                    journal.write(Kind.COMMITTING, held, id, "");
                },
                Kind.COMMITTED,
                Kind.ABORTED);
    }

    /**
     * A branch of a two-phase commit, guarded, which stays prepared for so long, while another thread gives the lock back some time
     * within those microseconds. Where there are no branches, a plain transaction.
     */
    void branch(Held held, int micros, long preparedNanos, Consumer<Held> release) {
        if (held.grip().guard().isEmpty()) {
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
    void inDoubt(Held held, long preparedNanos) {
        Optional<TransactionGuard> guard = held.grip().guard();
        if (branches.isPresent() && guard.isPresent()) {
            inDoubt(held, guard.get(), branches.get(), preparedNanos);
        } else {
            guardedByHand(held, () -> LockSupport.parkNanos(preparedNanos));
        }
    }

    /** After the prepare a failure settles nothing: the branch may still be committed when it is recovered. */
    private void inDoubt(Held held, TransactionGuard guard, Branches ways, long preparedNanos) {
        long id = journal.nextId();
        String name = Branches.name(process, id);
        boolean sent = false;
        try (Connection connection = database.getConnection()) {
            try {
                connection.setAutoCommit(false);
                ways.start(connection, name);
                journal.write(Kind.GUARDING, held, id, "branch");
                guard.guard(connection);
                Ledger.write(connection, GUARDED, held.lock(), held.token(), process, id);
                sent = true;
                ways.prepare(connection, name);
                LockSupport.parkNanos(preparedNanos);
                journal.write(Kind.COMMITTING, held, id, "");
                ways.commit(connection, name);
                journal.write(Kind.COMMITTED, held, id, "");
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
    void fenced(Held held, Runnable then) {
        if (held.token() > 0) {
            long id = journal.nextId();
            inTransaction(
                    held,
                    id,
                    connection -> {
                        journal.write(Kind.FENCING, held, id, "");
                        fences.pass(connection, held.lock(), held.token());
                        Ledger.write(connection, FENCED, held.lock(), held.token(), process, id);
                    },
                    Kind.FENCED,
                    Kind.UNFENCED);
        }
        then.run();
    }

    /** A guarded transaction on a connection that its caller has opened, and not yet used for writing. */
    void guardedOn(Connection connection, Held held) throws SQLException {
        Optional<TransactionGuard> guard = held.grip().guard();
        if (guard.isEmpty()) {
            return;
        }
        long id = journal.nextId();
        boolean sent = false;
        try {
            journal.write(Kind.GUARDING, held, id, "by hand");
            guard.get().guard(connection);
            Ledger.write(connection, GUARDED, held.lock(), held.token(), process, id);
            journal.write(Kind.COMMITTING, held, id, "");
            sent = true;
            connection.commit();
            journal.write(Kind.COMMITTED, held, id, "");
        } catch (SQLException | RuntimeException failure) {
            tellFailure(held, id, sent, Kind.ABORTED, failure);
            connection.rollback();
        }
    }

    private void inTransaction(Held held, long id, Work work, Kind done, Kind failed) {
        boolean sent = false;
        try (Connection connection = database.getConnection()) {
            try {
                connection.setAutoCommit(false);
                work.run(connection);
                sent = true;
                connection.commit();
                journal.write(done, held, id, "");
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

    private void tellFailure(Held held, long id, boolean sent, Kind failed, Exception failure) {
        if (sent) {
            journal.write(Kind.UNCLEAR, held, id, failure.toString());
        } else {
            journal.write(failed, held, id, failure instanceof LockLostException ? "lost" : failure.toString());
        }
    }

    /** The work of a transaction. */
    @FunctionalInterface
    private interface Work {
        void run(Connection connection) throws SQLException;
    }
}
