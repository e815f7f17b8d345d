package io.rowlock.chaos.trial;

import io.rowlock.LockLostException;
import io.rowlock.TransactionGuard.GuardedWork;
import io.rowlock.chaos.client.Fences;
import io.rowlock.spi.Grant;
import io.rowlock.spi.Guards;
import io.rowlock.spi.LockRow;
import io.rowlock.spi.LockStore;
import java.sql.Connection;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiPredicate;
import javax.sql.DataSource;

/** Bugs in what ties data to locks. */
final class GuardBugs {
    private GuardBugs() {}

    static Bug onlyReads() {
        return new Bug() {
            @Override
            public Guards guards(Guards real, LockStore spare) {
                return new Reading(
                        real, spare, (row, grant) -> grant.requestId().equals(row.requestId()));
            }
        };
    }

    static Bug anyToken() {
        return new Bug() {
            @Override
            public Guards guards(Guards real, LockStore spare) {
                return new Reading(real, spare, (row, grant) -> true);
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

    /** Looks at the row, over another connection, and locks nothing. */
    private record Reading(Guards real, LockStore spare, BiPredicate<LockRow, Grant> isHolders) implements Guards {
        @Override
        public void guard(Connection connection, Grant grant) {
            if (!stands(grant)) {
                throw new LockLostException(grant.key(), grant.token(), "it is another's");
            }
        }

        /** One way to the table is for one thread. */
        private boolean stands(Grant grant) {
            synchronized (spare) {
                return spare.find(grant.key()).rows().stream().anyMatch(row -> isHolders.test(row, grant));
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
