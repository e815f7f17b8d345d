package io.rowlock.internal.release;

import io.rowlock.internal.dispatch.StoreExecutor;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.time.Backoff;
import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Grants whose release was given up while a living connection keeps them locked: the end of the lease does not unlock those. One
 * request unlocks all of them. It has a short timeout, and the pause before the next grows, so that a database that is away does
 * not occupy the workers.
 */
final class AbandonedGrants {
    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(15);

    private final StoreExecutor executor;
    private final Ticker ticker;
    private final Duration timeout;
    private final Predicate<Grant> tiedToConnection;
    private final Runnable wake;
    private final Map<String, Grant> grants = new ConcurrentHashMap<>();
    private volatile Backoff backoff = new Backoff(FIRST_PAUSE, LONGEST_PAUSE);
    private volatile boolean inFlight;
    private volatile long nextTry;

    AbandonedGrants(
            StoreExecutor executor,
            Ticker ticker,
            Duration callTimeout,
            Predicate<Grant> tiedToConnection,
            Runnable wake) {
        this.executor = executor;
        this.ticker = ticker;
        timeout = callTimeout.compareTo(TIMEOUT) < 0 ? callTimeout : TIMEOUT;
        this.tiedToConnection = tiedToConnection;
        this.wake = wake;
        nextTry = ticker.nanos();
    }

    /** Adds a grant, unless no connection keeps it locked. */
    void add(Grant grant) {
        if (tiedToConnection.test(grant)) {
            grants.put(grant.requestId(), grant);
        }
    }

    boolean isEmpty() {
        return grants.isEmpty();
    }

    /** Unlocks the grants, if that is due, without waiting for it. Only the heartbeat calls this. */
    void sendDue(long now) {
        if (inFlight || now - nextTry < 0) {
            return;
        }
        grants.values().removeIf(tiedToConnection.negate());
        List<Grant> sent = List.copyOf(grants.values());
        if (!sent.isEmpty()) {
            inFlight = true;
            executor.submit("unlock abandoned grants", timeout, store -> unlock(store, sent))
                    .whenAnswered((failed, failure) -> answered(sent, failed == null ? sent : failed));
        }
    }

    /** Tries each grant, because one that cannot be unlocked must not keep the others locked; returns those that failed. */
    private static List<Grant> unlock(LockStore store, List<Grant> grants) {
        List<Grant> failed = new ArrayList<>();
        for (Grant grant : grants) {
            try {
                store.abandon(grant);
            } catch (StoreException failure) {
                failed.add(grant);
            }
        }
        return failed;
    }

    private void answered(List<Grant> sent, List<Grant> failed) {
        sent.stream().filter(grant -> !failed.contains(grant)).forEach(grant -> grants.remove(grant.requestId()));
        if (failed.isEmpty()) {
            backoff = new Backoff(FIRST_PAUSE, LONGEST_PAUSE);
        } else {
            nextTry = ticker.nanos() + backoff.nanos();
        }
        inFlight = false;
        wake.run();
    }
}
