package io.rowlock.internal.client;

import io.rowlock.internal.dispatch.RetryPolicy;
import io.rowlock.internal.dispatch.StoreExecutor;
import io.rowlock.internal.hold.Holds;
import io.rowlock.internal.hold.LeasedHold;
import io.rowlock.internal.release.Releaser;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.store.StoreException.Kind;
import io.rowlock.internal.time.Backoff;
import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last releases of a closing client: its holds, and the releases that the releaser has not finished. It looks for both until it
 * has found none, because a release that was under way may fail meanwhile.
 */
final class FinalRelease {
    private static final Logger LOG = LoggerFactory.getLogger(FinalRelease.class);

    private final StoreExecutor executor;
    private final Ticker ticker;
    private final Backoff backoff = Backoff.ofRequests();
    private final Holds holds;
    private final Releaser releaser;
    private final Map<String, LeasedHold> ended = new HashMap<>();
    private final Map<String, Grant> unfinished = new LinkedHashMap<>();
    private final Set<String> finished = new HashSet<>();
    private final Map<String, StoreException> inDoubt = new HashMap<>();
    private boolean warned;

    FinalRelease(StoreExecutor executor, Ticker ticker, Releaser releaser, Holds holds) {
        this.executor = executor;
        this.ticker = ticker;
        this.releaser = releaser;
        this.holds = holds;
    }

    /** Whether nothing is left to release. Ends the holds that are there. */
    boolean isDone() {
        for (LeasedHold hold : holds.snapshot()) {
            Grant released = hold.endForClose();
            if (released != null) {
                ended.put(released.requestId(), hold);
                unfinished.put(released.requestId(), released);
            }
        }
        releaser.unsettled().stream()
                .filter(grant -> !finished.contains(grant.requestId()))
                .forEach(grant -> unfinished.putIfAbsent(grant.requestId(), grant));
        return unfinished.isEmpty();
    }

    /** Sends one statement for all unfinished releases. After a transient failure they stay unfinished. */
    void release(Duration timeout) {
        List<Grant> grants = List.copyOf(unfinished.values());
        try {
            handleAnswers(
                    grants,
                    executor.submit("release all", timeout, store -> store.release(grants))
                            .await());
        } catch (StoreException failed) {
            warn(grants, failed);
            if (failed.kind() == Kind.UNKNOWN) {
                grants.forEach(grant -> inDoubt.putIfAbsent(grant.requestId(), failed));
            }
            if (!RetryPolicy.isWorthRetryingInDoubt(failed.kind())) {
                grants.forEach(this::finish);
            }
        } catch (InterruptedException interrupted) {
            grants.forEach(this::finish);
            Thread.currentThread().interrupt();
        }
        if (!unfinished.isEmpty()) {
            ticker.parkCallerUntil(this, ticker.nanos() + backoff.nanos(), () -> false);
        }
    }

    /** Warns once, because a database that fails at once is asked every few milliseconds. */
    private void warn(List<Grant> grants, StoreException failed) {
        if (!warned) {
            LOG.warn("{} locks could not be released at close: {}", grants.size(), failed.getMessage());
        }
        warned = true;
    }

    /** Warns of the locks that are left, now that nothing can be sent any more. */
    void warnOfRest() {
        if (!isDone()) {
            LOG.warn(
                    "locks {} could not be released before the client closed; each is free after its lease and grace",
                    unfinished.values().stream().map(Grant::key).toList());
        }
    }

    private void finish(Grant grant) {
        unfinished.remove(grant.requestId());
        finished.add(grant.requestId());
    }

    private void handleAnswers(List<Grant> grants, List<GrantOutcome> outcomes) {
        for (int i = 0; i < grants.size(); i++) {
            if (outcomes.get(i) != GrantOutcome.ROW_LOCKED) {
                handleAnswer(grants.get(i), outcomes.get(i));
            }
        }
    }

    private void handleAnswer(Grant grant, GrantOutcome outcome) {
        finish(grant);
        LeasedHold hold = ended.get(grant.requestId());
        if (hold != null) {
            hold.releaseAnswered(outcome, inDoubt.get(grant.requestId()));
        }
    }
}
