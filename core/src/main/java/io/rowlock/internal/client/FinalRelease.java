package io.rowlock.internal.client;

import io.rowlock.internal.dispatch.RetryPolicy;
import io.rowlock.internal.dispatch.StoreExecutor;
import io.rowlock.internal.hold.LeasedHold;
import io.rowlock.internal.release.Releaser;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.time.Backoff;
import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The last releases of a closing client: its holds, and the releases that the releaser has not finished. */
final class FinalRelease {
    private static final Logger LOG = LoggerFactory.getLogger(FinalRelease.class);

    private final StoreExecutor executor;
    private final Ticker ticker;
    private final Backoff backoff = Backoff.ofRequests();
    private final Map<String, LeasedHold> holds = new HashMap<>();
    private List<Grant> unfinished;
    private boolean warned;

    FinalRelease(StoreExecutor executor, Ticker ticker, Releaser releaser, List<LeasedHold> holds) {
        this.executor = executor;
        this.ticker = ticker;
        holds.forEach(hold -> this.holds.put(hold.grant().requestId(), hold));
        unfinished = new ArrayList<>(holds.stream().map(LeasedHold::grant).toList());
        unfinished.addAll(releaser.unsettled());
    }

    boolean isDone() {
        return unfinished.isEmpty();
    }

    /** Sends one statement for all unfinished releases. After a transient failure they stay unfinished. */
    void release(Duration timeout) {
        List<Grant> grants = unfinished;
        try {
            settle(
                    grants,
                    executor.submit("release all", timeout, store -> store.release(grants))
                            .await());
        } catch (StoreException failed) {
            warn(grants, failed);
            unfinished = RetryPolicy.isWorthRetrying(failed.kind(), true, false) ? grants : List.of();
        } catch (InterruptedException interrupted) {
            unfinished = List.of();
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

    private void settle(List<Grant> grants, List<GrantOutcome> outcomes) {
        List<Grant> locked = new ArrayList<>();
        for (int i = 0; i < grants.size(); i++) {
            if (outcomes.get(i) == GrantOutcome.ROW_LOCKED) {
                locked.add(grants.get(i));
            } else {
                settle(grants.get(i), outcomes.get(i));
            }
        }
        unfinished = locked;
    }

    private void settle(Grant grant, GrantOutcome outcome) {
        LeasedHold hold = holds.get(grant.requestId());
        if (hold != null) {
            hold.releaseSettled(outcome);
        }
    }
}
