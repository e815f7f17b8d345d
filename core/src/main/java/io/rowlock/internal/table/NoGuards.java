package io.rowlock.internal.table;

import io.rowlock.TransactionGuard.GuardedWork;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.Guards;
import java.sql.Connection;
import javax.sql.DataSource;

/** In the place of guards on a table that carries no token. Its public types offer no guard, so nobody asks for one. */
public final class NoGuards implements Guards {

    @Override
    public void guard(Connection connection, Grant grant) {
        throw none();
    }

    @Override
    public <T, E extends Exception> T guarded(DataSource dataSource, Grant grant, GuardedWork<T, E> work) {
        throw none();
    }

    @Override
    public void releaseWith(Connection connection, Grant grant) {
        throw none();
    }

    private static AssertionError none() {
        return new AssertionError("a table of others was asked for a guard, which no type of its locks offers");
    }
}
