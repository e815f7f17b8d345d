package io.rowlock.internal.wakeup;

import io.rowlock.LockDefinition;
import io.rowlock.LockKey;
import io.rowlock.internal.dispatch.StoreExecutor;
import io.rowlock.internal.queue.LocalQueue;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.ServerQueue;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.thread.EngineThread;
import io.rowlock.internal.thread.LogThread;
import io.rowlock.internal.thread.Timer;
import io.rowlock.internal.time.Ticker;
import io.rowlock.internal.time.Timing;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that waits inside the server for one lock at a time. It exists while someone waits for that lock.
 *
 * <ol>
 *   <li>It waits in slices. They are long, because the end of a slice loses the place in the server's queue.
 *   <li>A lock that comes is set aside, and the first in line is woken. If nobody asks for it soon, it is unlocked.
 *   <li>After a lock that came could not be taken, because its row or second name is another's, it is left alone for a moment.
 *   <li>When the workers find no connection because this thread has it, the wait is cut.
 * </ol>
 */
final class ServerWait {
    private static final Logger LOG = LoggerFactory.getLogger(ServerWait.class);
    private static final Duration LONGEST_SLICE = Duration.ofSeconds(30);
    private static final long LONGEST_OFFER = Duration.ofSeconds(1).toNanos();
    private static final long CHECK_AGAIN = Duration.ofMillis(20).toNanos();
    private static final long REJECTED_PAUSE = Duration.ofMillis(500).toNanos();
    private static final long CHECK_POOL = Duration.ofSeconds(1).toNanos();
    private static final Duration WITHOUT = Duration.ofMinutes(1);
    private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(2);

    private final StoreExecutor executor;
    private final LocalQueue waiters;
    private final Timer timer;
    private final Ticker ticker;
    private final Duration callTimeout;
    private final LockStore store;
    private final ServerQueue queue;
    private final LogThread log;
    private @Nullable LockDefinition definition;
    private @Nullable Thread thread;
    private boolean needed;
    private boolean checkingPool;
    private boolean starved;
    private boolean offered;
    private boolean busy;
    private long notBefore;
    private volatile long end;
    private volatile boolean cancelled;

    ServerWait(
            StoreExecutor executor,
            LocalQueue waiters,
            Timer timer,
            Ticker ticker,
            Duration callTimeout,
            LockStore store,
            LogThread log) {
        this.log = log;
        this.executor = executor;
        this.waiters = waiters;
        this.timer = timer;
        this.ticker = ticker;
        this.callTimeout = callTimeout;
        this.store = store;
        queue = store.serverQueue().orElseThrow();
        notBefore = ticker.nanos();
    }

    synchronized boolean isFor(LockKey key) {
        return definition != null && definition.key().equals(key);
    }

    synchronized boolean isIdle() {
        return thread == null && queue.isUsable() && ticker.nanos() - notBefore >= 0;
    }

    synchronized void start(LockDefinition next) {
        definition = next;
        offered = false;
        busy = false;
    }

    /** Someone waits for the lock until that moment. */
    synchronized void need(long moment) {
        end = moment;
        long now = ticker.nanos();
        if (offered) {
            offered = false;
            notBefore(now + REJECTED_PAUSE);
        }
        if (cancelled || now - notBefore < 0) {
            return;
        }
        needed = true;
        if (thread == null && isStarted() && !checkingPool) {
            checkingPool = true;
            schedulePoolCheck();
        }
    }

    /** Without a thread the waiters only poll, as they do in any case. */
    private boolean isStarted() {
        Thread fresh = EngineThread.make("server-wait", this::work);
        try {
            fresh.start();
        } catch (OutOfMemoryError noThread) {
            log.write(() -> LOG.warn("no thread can be started to wait inside the server; waiters poll", noThread));
            pause();
            return false;
        }
        thread = fresh;
        return true;
    }

    /** No wait begins before that moment; one that was set before stays if it is later. */
    private void notBefore(long moment) {
        if (moment - notBefore > 0) {
            notBefore = moment;
        }
    }

    /** An acquisition begins. If the lock was last granted by such a wait, the wait begins before a request that would fail. */
    synchronized void resume(long moment) {
        if (busy && thread == null && queue.isUsable()) {
            need(moment);
        }
    }

    synchronized void left(boolean granted) {
        if (granted) {
            busy = offered;
            offered = false;
        }
        LockSupport.unpark(thread);
    }

    /** Checks the pool later. */
    private void schedulePoolCheck() {
        var unused = timer.at(ticker.nanos() + CHECK_POOL, this::checkPool);
    }

    /** Asks the executor before it takes this monitor, because that has a lock of its own. */
    private void checkPool() {
        boolean now = executor.isStarved();
        synchronized (this) {
            if (thread == null) {
                starved = false;
                checkingPool = false;
                return;
            }
            try {
                if (now && starved) {
                    cutForThePool();
                }
            } finally {
                starved = now;
                schedulePoolCheck();
            }
        }
    }

    /** Gives the connection to the workers. Without a thread for the cut, the next check tries again. */
    private void cutForThePool() {
        notBefore(ticker.nanos() + WITHOUT.toNanos());
        needed = false;
        log.write(() -> LOG.info("the pool has no connection to spare for waiting inside the server; waiters poll"));
        EngineThread.make("cut", store.aborting()).start();
    }

    private void work() {
        try {
            do {
                for (LockDefinition wanted = next(); wanted != null; wanted = next()) {
                    awaitOrPause(wanted);
                }
                store.releaseConnection();
            } while (!isEnded());
        } finally {
            ended();
        }
    }

    /** A driver may throw anything. That must not end the waiting permanently. */
    private void awaitOrPause(LockDefinition wanted) {
        try {
            await(wanted);
        } catch (StoreException failure) {
            log.write(() -> LOG.debug("cannot wait for lock '{}' inside the server for now", wanted.key(), failure));
            pause();
        } catch (RuntimeException | Error failure) {
            log.write(() ->
                    LOG.warn("waiting for lock '{}' inside the server failed; waiters poll", wanted.key(), failure));
            pause();
        }
    }

    /** Lets another thread be started, unless that has happened already. */
    private synchronized void ended() {
        if (Thread.currentThread().equals(thread)) {
            thread = null;
        }
    }

    private synchronized boolean isEnded() {
        if (needed && !cancelled) {
            return false;
        }
        thread = null;
        return true;
    }

    /** The lock to wait for; null when there is none, and the thread ends. */
    private synchronized @Nullable LockDefinition next() {
        boolean goOn = needed && !cancelled && queue.isUsable();
        needed = false;
        return goOn ? definition : null;
    }

    private synchronized void pause() {
        needed = false;
        notBefore(ticker.nanos() + REJECTED_PAUSE);
    }

    private void await(LockDefinition wanted) {
        LockKey key = wanted.key();
        store.callTimeout(callTimeout);
        // A pool may take long to answer, so the check whether the lock is wanted comes after it.
        store.connect();
        while (isWanted(key) && queue.isUsable()) {
            long start = ticker.nanos();
            Duration slice = slice();
            if (queue.await(key, Timing.terms(wanted), slice)) {
                offer(key);
                return;
            }
            if (ticker.nanos() - start < slice.toNanos() / 2) {
                pause();
                return;
            }
        }
    }

    private boolean isWanted(LockKey key) {
        return !cancelled && waiters.waiting(key) > 0;
    }

    private Duration slice() {
        long left = Duration.ofNanos(end - ticker.nanos()).toSeconds() + 1;
        return Duration.ofSeconds(Math.max(1, Math.min(left, LONGEST_SLICE.toSeconds())));
    }

    private void offer(LockKey key) {
        long start = ticker.nanos();
        try {
            if (isWanted(key)) {
                synchronized (this) {
                    offered = true;
                    needed = false;
                }
                waiters.wakeFirst(key);
            }
            while (isWanted(key) && queue.isSetAside(key) && ticker.nanos() - start < LONGEST_OFFER) {
                LockSupport.parkNanos(this, CHECK_AGAIN);
            }
        } finally {
            queue.withdraw(key);
        }
    }

    void cancel() {
        cancelled = true;
    }

    /** Waits for the thread to end. A session inside the server is cut, which takes its place in the queue from it. */
    void join() {
        Thread waiting;
        synchronized (this) {
            waiting = thread;
        }
        if (waiting != null) {
            LockSupport.unpark(waiting);
            EngineThread.make("cut", store.aborting()).start();
            EngineThread.join(waiting, JOIN_TIMEOUT);
        }
    }

    void disconnect() {
        store.close();
    }
}
