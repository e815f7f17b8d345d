package io.rowlock.chaos.bug;

import io.rowlock.LockLostException;
import io.rowlock.TransactionGuard.GuardedWork;
import io.rowlock.chaos.client.Fences;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.Guards;
import io.rowlock.internal.store.LockRow;
import io.rowlock.internal.store.LockStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/** Bugs in what ties data to locks. */
final class GuardBugs {
    private static final long MOMENT = Duration.ofMillis(5).toNanos();

    private GuardBugs() {}

    static Bug onlyReads() {
        return new Bug() {
            @Override
            public Guards guards(Guards real, LockStore spare) {
                return new Reading(real, spare);
            }
        };
    }

    static Bug anyToken() {
        return new Bug() {
            @Override
            public Guards guards(Guards real, LockStore spare) {
                return new Indifferent(real, spare);
            }
        };
    }

    static Bug letsGo() {
        return new Bug() {
            @Override
            public Guards guards(Guards real, LockStore spare) {
                return new Forgetting(real);
            }
        };
    }

    static Bug commitDenied() {
        return new Bug() {
            @Override
            public Guards guards(Guards real, LockStore spare) {
                return new Denying(real);
            }
        };
    }

    static Bug openFence() {
        return new Bug() {
            @Override
            public Fences fences(Fences real) {
                return (connection, resource, token) -> {};
            }
        };
    }

    /** One way to the table is for one thread. */
    private static Optional<LockRow> row(LockStore spare, Grant grant) {
        synchronized (spare) {
            return spare.find(grant.key()).rows().stream()
                    .filter(row -> row.requestId() != null)
                    .findFirst();
        }
    }

    /** Looks at the row, over another connection, and locks nothing. */
    private record Reading(Guards real, LockStore spare) implements Guards {
        @Override
        public void guard(Connection connection, Grant grant) {
            if (row(spare, grant)
                    .filter(row -> grant.requestId().equals(row.requestId()))
                    .isEmpty()) {
                throw new LockLostException(grant.key(), grant.token(), "it is another's");
            }
        }

        @Override
        public <T, E extends Exception> T guarded(DataSource dataSource, Grant grant, GuardedWork<T, E> work) throws E {
            try (Connection connection = dataSource.getConnection()) {
                connection.setAutoCommit(false);
                try {
                    guard(connection, grant);
                    T result = work.run(connection);
                    connection.commit();
                    return result;
                } finally {
                    connection.rollback();
                    connection.setAutoCommit(true);
                }
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void releaseWith(Connection connection, Grant grant) {
            real.releaseWith(connection, grant);
        }
    }

    /** Locks the row as it should, but on behalf of the present holder. */
    private record Indifferent(Guards real, LockStore spare) implements Guards {
        @Override
        public void guard(Connection connection, Grant grant) {
            real.guard(connection, standing(grant));
        }

        @Override
        public <T, E extends Exception> T guarded(DataSource dataSource, Grant grant, GuardedWork<T, E> work) throws E {
            return real.guarded(dataSource, standing(grant), work);
        }

        /** The moment before is one in which the lock can become another's. */
        private Grant standing(Grant grant) {
            LockSupport.parkNanos(MOMENT);
            return row(spare, grant)
                    .map(row -> new Grant(row.key(), row.token(), String.valueOf(row.requestId())))
                    .orElse(grant);
        }

        @Override
        public void releaseWith(Connection connection, Grant grant) {
            real.releaseWith(connection, grant);
        }
    }

    /** Locks the row as it should, and lets it go at once: PostgreSQL does so with what was locked since a savepoint. */
    private record Forgetting(Guards real) implements Guards {
        @Override
        public void guard(Connection connection, Grant grant) {
            try {
                Savepoint before = connection.setSavepoint();
                real.guard(connection, grant);
                connection.rollback(before);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public <T, E extends Exception> T guarded(DataSource dataSource, Grant grant, GuardedWork<T, E> work) throws E {
            return real.guarded(dataSource, grant, work);
        }

        @Override
        public void releaseWith(Connection connection, Grant grant) {
            real.releaseWith(connection, grant);
        }
    }

    /** Commits, and says now and then that it did not. */
    private record Denying(Guards real) implements Guards {
        @Override
        public void guard(Connection connection, Grant grant) {
            real.guard(connection, grant);
        }

        @Override
        public <T, E extends Exception> T guarded(DataSource dataSource, Grant grant, GuardedWork<T, E> work) throws E {
            T result = real.guarded(dataSource, grant, work);
            if (ThreadLocalRandom.current().nextInt(10) == 0) {
                throw new LockLostException(grant.key(), grant.token(), "it is said to be lost");
            }
            return result;
        }

        @Override
        public void releaseWith(Connection connection, Grant grant) {
            real.releaseWith(connection, grant);
        }
    }
}
