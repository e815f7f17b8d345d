package io.rowlock.internal.acquire;

import io.rowlock.LockDefinition;
import io.rowlock.internal.dispatch.Operation;
import io.rowlock.internal.dispatch.Request;
import io.rowlock.internal.dispatch.StoreExecutor;
import io.rowlock.internal.hold.LeasedHold;
import io.rowlock.internal.queue.HandOff;
import io.rowlock.internal.release.LateClaim;
import io.rowlock.internal.release.Releaser;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.AcquireResult.Busy;
import io.rowlock.internal.store.AcquireResult.Failed;
import io.rowlock.internal.store.AcquireResult.Granted;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.store.StoreException.Kind;
import io.rowlock.internal.thread.ShutdownGate;
import io.rowlock.internal.time.Backoff;
import io.rowlock.internal.time.Terms;
import io.rowlock.internal.time.Ticker;
import io.rowlock.internal.time.Timing;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One attempt at a lock. It never guesses.
 *
 * <ol>
 *   <li>An attempt has a request id of its own. The hold's deadline counts from before the first statement was sent.
 *   <li>When the outcome of a statement is in doubt, the same claim is sent again, until the database has answered it or the
 *       call timeout is over. The database grants a claim once, however often it arrives.
 *   <li>A {@link ClaimState} that is in doubt and was given up is handed to the releaser until it is too late to be granted. One
 *       that was granted never is.
 *   <li>A grant that arrives after its deadline does not count, and is released.
 *   <li>An attempt can be made on a {@link HandOff}. Its claim then asks to replace that very grant and nothing else, so it is
 *       settled once that grant no longer stands.
 * </ol>
 *
 * <p>An attempt occupies no thread: it goes on in steps of its waiter.
 */
final class AcquireAttempt {
    /** When an attempt without an answer is checked: a moment after the shortest wait for a connection that the log warns of. */
    private static final long STARVATION_CHECK_AFTER =
            StarvedCallers.WARN_AFTER.plusMillis(100).toNanos();

    private final AcquireContext context;
    private final StoreExecutor executor;
    private final Releaser releaser;
    private final ShutdownGate gate;
    private final Ticker ticker;
    private final Duration callTimeout;
    private final LockDefinition definition;
    private final Waiter waiter;
    private final Consumer<AcquireResult> onResult;
    private final @Nullable HandOff handOff;
    private final Terms terms;
    private ClaimState claim;
    private @Nullable Backoff backoff;
    private @Nullable Request<AcquireResult> request;
    private @Nullable LeasedHold hold;
    private boolean over;

    /** An attempt whose result arrives in a step of the waiter. */
    AcquireAttempt(
            AcquireContext context,
            LockDefinition definition,
            Waiter waiter,
            Consumer<AcquireResult> onResult,
            @Nullable HandOff handOff) {
        this.context = context;
        executor = context.shared().executor();
        releaser = context.shared().releaser();
        gate = context.shared().gate();
        ticker = context.shared().ticker();
        callTimeout = context.shared().callTimeout();
        this.definition = definition;
        this.waiter = waiter;
        this.onResult = onResult;
        this.handOff = handOff;
        terms = Timing.terms(definition);
        claim = newClaim();
    }

    private ClaimState newClaim() {
        long now = ticker.nanos();
        return new ClaimState(
                new Claim(
                        definition.key(),
                        context.requestIds().next(),
                        terms,
                        definition.keepFor(),
                        definition.owner().orElse(context.owner()),
                        context.clock().in(LateClaim.validity(callTimeout))),
                now,
                handOff == null ? null : handOff.grant());
    }

    /** The hold, once the result is that the lock was granted. */
    LeasedHold hold() {
        return Objects.requireNonNull(hold, "not granted");
    }

    /** Gives the attempt up. A grant that may still arrive is released. */
    void abandon() {
        Request<AcquireResult> sent = request;
        if (sent != null && !sent.withdraw()) {
            claim.unanswered();
        }
        finish();
    }

    /**
     * Sends the claim, within a step of the waiter; the result arrives in a later one. The caller has entered the gate, which the
     * attempt leaves when it ends. A hand-off is answered in any case.
     */
    void send() {
        long left = Math.max(1, left());
        Duration timeout = Duration.ofNanos(left);
        Request<AcquireResult> sent = handOff == null
                ? submit(timeout, new Operation.Acquire(claim.claim()))
                : submitHandOff(timeout, handOff);
        request = sent;
        long end = ticker.nanos() + left;
        waiter.wakeAt(ticker.nanos() + Math.min(left, STARVATION_CHECK_AFTER), () -> checkProgress(sent, end));
        sent.whenAnswered((result, failure) -> waiter.step(() -> onAnswer(sent, result, failure)));
    }

    private void checkProgress(Request<AcquireResult> sent, long end) {
        if (end - ticker.nanos() <= 0) {
            onFailure(sent, sent.overdue());
        } else {
            context.starvedCallers().warn();
            waiter.wakeAt(end, () -> onFailure(sent, sent.overdue()));
        }
    }

    /** A claim in doubt is retried alone, so that one that breaks connections takes no others with it. */
    private Request<AcquireResult> submit(Duration timeout, Operation.Acquire acquire) {
        if (claim.isUnanswered()) {
            return executor.submit(acquire.describe(), timeout, acquire);
        }
        return waiter.isHere() ? executor.execute(timeout, acquire) : executor.submit(timeout, acquire);
    }

    private Request<AcquireResult> submitHandOff(Duration timeout, HandOff offered) {
        String operation = "hand lock '" + definition.key() + "' off";
        Claim next = claim.claim();
        Function<LockStore, AcquireResult> handingOff = store -> store.handOff(offered.grant(), next);
        return waiter.isHere() || offered.isByThisThread()
                ? executor.execute(operation, timeout, handingOff)
                : executor.submit(operation, timeout, handingOff);
    }

    private void onAnswer(Request<AcquireResult> sent, @Nullable AcquireResult result, @Nullable Throwable failure) {
        if (result == null) {
            onFailure(sent, sent.asStoreException(failure));
        } else if (isAwaited(sent)) {
            noteBatch(sent);
            handle(result);
        }
    }

    private void handle(AcquireResult result) {
        if (result instanceof Granted granted) {
            granted(granted);
            return;
        }
        Busy busy = (Busy) result;
        context.clock().observe(busy.now());
        if (busy.isTooLate(claim.claim()) && left() > 0 && handOff == null) {
            beginAgain();
        } else if (claim.isInDoubt() && !claim.isSettledBy(busy)) {
            retryOrFail(new StoreException(
                    Kind.UNKNOWN, "the row is locked, perhaps by an earlier statement of the same claim", null));
        } else {
            end(busy);
        }
    }

    /** The database's clock has run ahead of the estimate: begin again, from its present time. */
    private void beginAgain() {
        giveUp();
        claim = newClaim();
        send();
    }

    private void granted(Granted granted) {
        if (handOff != null) {
            handOff.handedOff();
        }
        if (ticker.nanos() - claim.firstSentAt() >= Timing.beliefNanos(terms.lease())) {
            claim.unanswered();
            end(new Failed(new StoreException(
                    Kind.UNKNOWN,
                    "the grant took longer to arrive than its lease of " + definition.lease()
                            + " lasts; it is given back",
                    null)));
        } else {
            hold = newHold(claim.granted(granted.token()));
            end(granted);
            context.clock().refresh(executor, callTimeout, definition.key());
        }
    }

    /** A statement that hands a grant off does nothing once that grant has ended, so it does no harm if it arrives late. */
    private LeasedHold newHold(Grant grant) {
        if (claim.isUnanswered() && handOff == null) {
            releaser.granted(claim.late(callTimeout));
        }
        LeasedHold made = new LeasedHold(context.shared(), grant, definition, claim.firstSentAt(), handOffsLeft());
        context.heartbeat().watch(made);
        return made;
    }

    private int handOffsLeft() {
        int most = context.shared().kind() == HoldKind.CONNECTION ? 0 : definition.localHandOffs();
        return handOff == null ? most : Math.min(handOff.handOffsLeft(), most);
    }

    private boolean isAwaited(Request<AcquireResult> sent) {
        return !over && request == sent;
    }

    private void onFailure(Request<AcquireResult> sent, StoreException failure) {
        if (isAwaited(sent)) {
            noteBatch(sent);
            retryOrFail(failure);
        }
    }

    private void noteBatch(Request<AcquireResult> sent) {
        if (sent.wasInFailedBatch()) {
            claim.partOfAFailedBatch();
        }
    }

    private void retryOrFail(StoreException failure) {
        request = null;
        claim.failed(failure.kind());
        long pause = nextPause();
        if (claim.isWorthRetrying(failure.kind(), gate.isShut()) && left() > pause) {
            waiter.wakeAt(ticker.nanos() + pause, this::send);
        } else {
            end(new Failed(claim.describe(failure)));
        }
    }

    private long nextPause() {
        if (backoff == null) {
            backoff = Backoff.ofRequests();
        }
        return backoff.nanos();
    }

    private long left() {
        return claim.firstSentAt() + callTimeout.toNanos() - ticker.nanos();
    }

    private void end(AcquireResult result) {
        if (!over) {
            finish();
            onResult.accept(result);
        }
    }

    private void finish() {
        if (over) {
            return;
        }
        over = true;
        waiter.wakeNever();
        giveUp();
        if (handOff != null) {
            handOff.end(claim.isUnanswered());
        }
        gate.leave();
    }

    /** Gives up a claim that was not granted. A grant that may exist, or may still arrive, is released. */
    private void giveUp() {
        if (claim.isOpen()) {
            claim.giveUp();
            LateClaim late = claim.late(callTimeout);
            if (claim.isUnanswered()) {
                releaser.releaseLate(late);
            } else if (claim.isInDoubt()) {
                releaser.release(late.grant(), late.lasting(), outcome -> {}, () -> {});
            }
        }
    }
}
