package io.rowlock.cli.look;

import io.rowlock.LockStatus;
import io.rowlock.Rowlock;
import java.util.List;
import java.util.Optional;

/**
 * The locks through the library.
 *
 * @param rowlock the client, closed with this view
 * @param countsWaiters whether its clients register their waiters
 */
record ClientView(Rowlock rowlock, boolean countsWaiters) implements LockView {

    @Override
    public List<LockStatus> all() {
        return rowlock.admin().allLocks();
    }

    @Override
    public Optional<LockStatus> find(String name) {
        return rowlock.admin().find(name);
    }

    @Override
    public void close() {
        rowlock.close();
    }
}
