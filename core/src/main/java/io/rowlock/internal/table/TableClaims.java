package io.rowlock.internal.table;

import io.rowlock.LockEvent;
import io.rowlock.LockInterruptedException;
import io.rowlock.LockKey;
import io.rowlock.LockOutcomeUnknownException;
import io.rowlock.internal.acquire.DatabaseClock;
import io.rowlock.internal.dispatch.StoreClient;
import io.rowlock.internal.dispatch.StoreExecutor;
import io.rowlock.internal.release.LateClaim;
import io.rowlock.internal.release.Releaser;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.time.Terms;
import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The single claims of a client: each is sent until it is answered, and renewed by nobody. */
final class TableClaims {
    private final StoreClient storeClient;
    private final StoreExecutor executor;
    private final Releaser releaser;
    private final Ticker ticker;
    private final Duration timeout;
    private final Consumer<Supplier<LockEvent>> events;
    private final String owner;
    private final DatabaseClock clock;

    TableClaims(
            StoreClient storeClient,
            StoreExecutor executor,
            Releaser releaser,
            Ticker ticker,
            Duration timeout,
            Consumer<Supplier<LockEvent>> events,
            String owner,
            DatabaseClock clock) {
        this.storeClient = storeClient;
        this.executor = executor;
        this.releaser = releaser;
        this.ticker = ticker;
        this.timeout = timeout;
        this.events = events;
        this.owner = owner;
        this.clock = clock;
    }

    /** See {@link TableClient#claim}. */
    AcquireResult claim(LockKey key, String requestId, Duration lease) {
        return new Attempt(key, requestId, lease).untilAnswered();
    }

    /** See {@link TableClient#claimWithNewId}. */
    AcquireResult claimWithNewId(LockKey key, String requestId, Duration lease) {
        Attempt attempt = new Attempt(key, requestId, lease);
        boolean granted = false;
        try {
            AcquireResult result = attempt.untilAnswered();
            granted = result instanceof AcquireResult.Granted;
            return result;
        } finally {
            attempt.late().ifPresent(granted ? releaser::granted : releaser::releaseLate);
        }
    }

    /** One request id, sent until it is answered. */
    private final class Attempt {
        private final LockKey key;
        private final String requestId;
        private final Terms terms;
        private long madeAt;
        private Claim claim;

        /** Whether a statement was sent of which nobody knows what the database did with it, or may yet do. */
        private boolean inDoubt;

        Attempt(LockKey key, String requestId, Duration lease) {
            this.key = key;
            this.requestId = requestId;
            terms = new Terms(lease, Duration.ZERO);
            claim = newClaim();
        }

        private Claim newClaim() {
            madeAt = ticker.nanos();
            long notAfter = clock.in(LateClaim.validity(timeout));
            return new Claim(key, requestId, terms, Duration.ZERO, owner, notAfter);
        }

        /** A claim that may arrive late: to be released, unless the lock was granted, or its holder has given it back. */
        Optional<LateClaim> late() {
            return inDoubt ? Optional.of(LateClaim.of(claim, madeAt, timeout)) : Optional.empty();
        }

        AcquireResult untilAnswered() {
            long start = ticker.nanos();
            while (true) {
                AcquireResult result = TableClient.publishingFailures(events, "acquire", List.of(key), this::send);
                if (result instanceof AcquireResult.Granted granted) {
                    Duration took = Duration.ofNanos(ticker.nanos() - start);
                    events.accept(() -> LockEvent.acquired(key, granted.token(), took));
                    clock.refresh(executor, timeout, key);
                    return result;
                }
                AcquireResult.Busy busy = (AcquireResult.Busy) result;
                clock.observe(busy.now());
                if (!busy.isTooLate(claim)) {
                    events.accept(() -> LockEvent.busy(key, TableClient.holder(busy)));
                    return result;
                }
                claim = newClaim();
            }
        }

        /** A claim that is answered as busy may still be on its way, if an earlier statement got no answer. */
        private AcquireResult send() {
            String operation = "acquire lock '" + key + "'";
            Claim sent = claim;
            long sentAt = ticker.nanos();
            AcquireResult result;
            try {
                result = storeClient.call(
                        operation, store -> store.acquire(List.of(sent)).get(0), this::sentBefore);
            } catch (LockOutcomeUnknownException | LockInterruptedException unanswered) {
                inDoubt = true;
                throw unanswered;
            }
            Duration lease = terms.lease();
            if (result instanceof AcquireResult.Granted && ticker.nanos() - sentAt >= lease.toNanos()) {
                inDoubt = true;
                throw new LockOutcomeUnknownException(
                        "could not " + operation + ": it was granted, but the answer took longer than the "
                                + lease.toMillis() + " ms that it was asked for, so it may be another's by now",
                        null);
            }
            return result;
        }

        private AcquireResult sentBefore(AcquireResult result) {
            inDoubt = true;
            return result;
        }
    }
}
