package io.rowlock.internal.hold;

import io.rowlock.internal.dispatch.StoreExecutor;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The last releases of a client: its holds, and what the releaser has not settled. */
public final class FinalRelease {
    private static final Logger LOG = LoggerFactory.getLogger(FinalRelease.class);
    private static final long PAUSE = Duration.ofMillis(20).toNanos();

    private final StoreExecutor executor;
    private final Ticker ticker;
    private final Map<String, LeasedHold> holds = new HashMap<>();
    private List<Grant> left;
    private boolean warned;

    public FinalRelease(StoreExecutor executor, Ticker ticker, Releaser releaser, List<LeasedHold> holds) {
        this.executor = executor;
        this.ticker = ticker;
        holds.forEach(hold -> this.holds.put(hold.grant().requestId(), hold));
        left = new ArrayList<>(holds.stream().map(LeasedHold::grant).toList());
        left.addAll(releaser.unsettled());
    }

    public boolean isOver() {
        return left.isEmpty();
    }

    /** Sends one statement for all that are left. What fails for a passing reason is left for another try. */
    public void release(Duration bound) {
        List<Grant> grants = left;
        try {
            settle(
                    grants,
                    executor.submit("release all", bound, store -> store.release(grants))
                            .await());
        } catch (StoreException failed) {
            warn(grants, failed);
            left = failed.kind() == StoreException.Kind.REJECTED ? List.of() : grants;
        } catch (InterruptedException hurried) {
            left = List.of();
            Thread.currentThread().interrupt();
        }
        if (!left.isEmpty()) {
            ticker.parkCallerUntil(this, ticker.nanos() + PAUSE, () -> false);
        }
    }

    /** Once, because a database that fails at once is asked every few milliseconds. */
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
        left = locked;
    }

    private void settle(Grant grant, GrantOutcome outcome) {
        LeasedHold hold = holds.get(grant.requestId());
        if (hold != null) {
            hold.settle(outcome);
        }
    }
}
