package io.rowlock.internal.wakeup;

import io.rowlock.LockDefinition;
import io.rowlock.LockKey;
import io.rowlock.internal.dispatch.StoreExecutor;
import io.rowlock.internal.queue.LocalQueue;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.thread.LogThread;
import io.rowlock.internal.thread.Timer;
import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Waits inside the server for locks that other programs wait for there. The server hands such a lock from one session in
 * its queue to the next, so a process that only polls would hardly ever get it.
 *
 * <p>At most two locks are waited for at once, each on a connection of its own. All others are polled, and so are these.
 */
public final class ServerWaits implements AutoCloseable {
    private static final int MOST = 2;

    private final List<ServerWait> waits;

    private ServerWaits(List<ServerWait> waits) {
        this.waits = waits;
    }

    /** Waits on stores of its own; empty if the database has no queue to wait in. */
    public static Optional<ServerWaits> start(
            StoreExecutor executor,
            LocalQueue waiters,
            Timer timer,
            Ticker ticker,
            Duration callTimeout,
            Supplier<LockStore> stores,
            LogThread log) {
        LockStore first = stores.get();
        if (first.serverQueue().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new ServerWaits(
                Stream.concat(Stream.of(first), Stream.generate(stores).limit(MOST - 1L))
                        .map(store -> new ServerWait(executor, waiters, timer, ticker, callTimeout, store, log))
                        .toList()));
    }

    /** The first in line found the lock busy, and waits until that moment. */
    public synchronized void need(LockDefinition definition, long end) {
        if (waits.stream().noneMatch(wait -> wait.isFor(definition.key()))) {
            waits.stream().filter(ServerWait::isIdle).findFirst().ifPresent(wait -> wait.start(definition));
        }
        waits.stream().filter(wait -> wait.isFor(definition.key())).forEach(wait -> wait.need(end));
    }

    /** The first in line for a lock is about to ask for it. */
    public void resume(LockKey key, long end) {
        waits.stream().filter(wait -> wait.isFor(key)).forEach(wait -> wait.resume(end));
    }

    /** An acquisition left the line of a lock, with it or without. */
    public void left(LockKey key, boolean granted) {
        waits.stream().filter(wait -> wait.isFor(key)).forEach(wait -> wait.left(granted));
    }

    /** Ends all waits. Locks that are held on their connections stay. */
    @Override
    public void close() {
        waits.forEach(ServerWait::cancel);
        waits.forEach(ServerWait::join);
    }

    /** Closes the connections, after everything was released. */
    public void disconnect() {
        waits.forEach(ServerWait::disconnect);
    }
}
