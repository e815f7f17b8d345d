package io.rowlock.internal.acquire;

import io.rowlock.LockDefinition;
import io.rowlock.internal.dispatch.Operation;
import io.rowlock.internal.dispatch.Request;
import io.rowlock.internal.dispatch.StoreExecutor;
import io.rowlock.internal.hold.Heartbeat;
import io.rowlock.internal.hold.HoldContext;
import io.rowlock.internal.hold.LateClaim;
import io.rowlock.internal.hold.LeasedHold;
import io.rowlock.internal.hold.Releaser;
import io.rowlock.internal.queue.HandOff;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.AcquireResult.Busy;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.RequestIds;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.store.StoreException.Kind;
import io.rowlock.internal.thread.ShutdownGate;
import io.rowlock.internal.time.Backoff;
import io.rowlock.internal.time.Terms;
import io.rowlock.internal.time.Ticker;
import io.rowlock.internal.time.Timing;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes single attempts at a lock, and never guesses.
 *
 * <ol>
 *   <li>An attempt has a request id of its own. Its belief counts from before its first sending.
 *   <li>When the outcome of a sending is unknown, the same claim is sent again, until the database has answered it or the
 *       call timeout is over. The database grants a claim once, however often it comes.
 *   <li>A {@link ClaimState} that ended otherwise than granted, but is in doubt, is handed to the releaser until it is too late
 *       to be granted. One that was granted never is.
 *   <li>A grant whose deadline has passed when it is told is not a grant; it is given back.
 *   <li>An attempt may be made on an {@link HandOff}: then the claim is sent to be given that very grant's place, and for
 *       nothing else; so once that grant no longer stands, it is settled.
 * </ol>
 *
 * An attempt occupies no thread: it goes on in steps of its waiter's.
 */
public final class AcquireAttempts {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(2);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(100);

    private final StoreExecutor executor;
    private final ShutdownGate gate;
    private final Releaser releaser;
    private final Ticker ticker;
    private final Duration callTimeout;
    private final String owner;
    private final HoldKind kind;
    private final DatabaseClock clock;
    private final Heartbeat heartbeat;
    private final HoldContext context;
    private final RequestIds requestIds;

    public AcquireAttempts(
            StoreExecutor executor,
            ShutdownGate gate,
            Releaser releaser,
            Ticker ticker,
            Duration callTimeout,
            String owner,
            HoldKind kind,
            DatabaseClock clock,
            Heartbeat heartbeat,
            HoldContext context) {
        this.executor = executor;
        this.gate = gate;
        this.releaser = releaser;
        this.ticker = ticker;
        this.callTimeout = callTimeout;
        this.owner = owner;
        this.kind = kind;
        this.clock = clock;
        this.heartbeat = heartbeat;
        this.context = context;
        requestIds = new RequestIds(kind);
    }

    /** What came of an attempt. */
    sealed interface Result {

        /** The lock is held. */
        record Granted(LeasedHold hold) implements Result {}

        /** The lock is someone else's, as far as its row told. */
        record Busy(Optional<AcquireResult.Busy> refused) implements Result {}

        /** It could not be learnt. */
        record Failed(StoreException why) implements Result {}
    }

    /** Begins an attempt, within a step of the waiter's; what came of it is told in a later one. */
    Attempt begin(LockDefinition definition, Waiter waiter, Consumer<Result> told) {
        gate.enter();
        Attempt attempt = new Attempt(definition, waiter, told, null);
        attempt.send();
        return attempt;
    }

    /** Begins an attempt on an offer, which is answered in any case; by one who has entered the doorway, and stays inside. */
    Attempt begin(LockDefinition definition, Waiter waiter, Consumer<Result> told, HandOff offer) {
        Attempt attempt = new Attempt(definition, waiter, told, offer);
        attempt.send();
        return attempt;
    }

    /** One attempt: one request id. Everything happens in steps of its waiter's. */
    final class Attempt {
        private final LockDefinition definition;
        private final Waiter waiter;
        private final Consumer<Result> told;
        private final Duration timeout = callTimeout;
        private final Backoff pause = new Backoff(FIRST_PAUSE, LONGEST_PAUSE);
        private final Terms terms;
        private final @Nullable HandOff offer;
        private ClaimState request;
        private boolean over;
        private @Nullable Request<AcquireResult> call;

        private Attempt(LockDefinition definition, Waiter waiter, Consumer<Result> told, @Nullable HandOff offer) {
            this.definition = definition;
            this.waiter = waiter;
            this.told = told;
            this.offer = offer;
            terms = Timing.terms(definition);
            request = request();
        }

        private ClaimState request() {
            long now = ticker.nanos();
            Claim claim = new Claim(
                    definition.key(),
                    requestIds.next(),
                    terms,
                    definition.keepFor(),
                    definition.owner().orElse(owner),
                    clock.in(LateClaim.validity(timeout)));
            return new ClaimState(claim, now);
        }

        /** Gives the attempt up. What it may yet be granted is given back. */
        void abandon() {
            Request<AcquireResult> sent = call;
            if (sent != null && !sent.withdraw()) {
                request.unanswered();
            }
            finish();
        }

        private void send() {
            long left = Math.max(1, left());
            Duration bound = Duration.ofNanos(left);
            Request<AcquireResult> sent =
                    offer == null ? submit(bound, new Operation.Acquire(request.claim())) : submit(bound, offer);
            call = sent;
            waiter.wakeAt(ticker.nanos() + left, () -> failed(sent, sent.overdue()));
            sent.whenAnswered((outcome, failure) -> waiter.step(() -> answered(sent, outcome, failure)));
        }

        /** A claim in doubt is repeated by itself, so that one that breaks connections takes no others with it. */
        private Request<AcquireResult> submit(Duration bound, Operation.Acquire operation) {
            if (request.isUnanswered()) {
                return executor.submit(operation.describe(), bound, operation);
            }
            return waiter.isHere() ? executor.execute(bound, operation) : executor.submit(bound, operation);
        }

        private Request<AcquireResult> submit(Duration bound, HandOff offer) {
            String what = "pass lock '" + definition.key() + "' on";
            Claim next = request.claim();
            Function<LockStore, AcquireResult> act = store -> store.pass(offer.grant(), next);
            return waiter.isHere() || offer.isByThisThread()
                    ? executor.execute(what, bound, act)
                    : executor.submit(what, bound, act);
        }

        private void answered(
                Request<AcquireResult> sent, @Nullable AcquireResult outcome, @Nullable Throwable failure) {
            if (outcome == null) {
                failed(sent, sent.asStoreException(failure));
            } else if (isAwaited(sent)) {
                noteBatch(sent);
                answered(outcome);
            }
        }

        private void answered(AcquireResult outcome) {
            if (outcome instanceof AcquireResult.Granted granted) {
                granted(granted.token());
                return;
            }
            Busy refused = (Busy) outcome;
            clock.observe(refused.now());
            if (refused.isTooLate(request.claim()) && left() > 0 && offer == null) {
                beginAgain();
            } else if (request.isInDoubt() && !settles(refused)) {
                failed(new StoreException(
                        Kind.UNKNOWN, "the row is locked, perhaps by the first sending of the same claim", null));
            } else {
                end(new Result.Busy(Optional.of(refused)));
            }
        }

        /** The database's clock has gone ahead of the estimate: begin again, from what it says now. */
        private void beginAgain() {
            giveUp();
            request = request();
            send();
        }

        /** Whether a refusal settles a claim that was sent before. */
        private boolean settles(Busy refused) {
            return offer == null ? isAnothers(refused) : !isStanding(offer.grant(), refused);
        }

        private static boolean isStanding(Grant grant, Busy refused) {
            return refused.row()
                    .filter(row ->
                            row.token() == grant.token() && grant.requestId().equals(row.requestId()))
                    .isPresent();
        }

        /** Whether someone else's grant stands in the way: all else may be the doing of the claim sent before. */
        private boolean isAnothers(Busy refused) {
            return refused.row()
                    .filter(row -> row.freeAt() > refused.now()
                            && !request.claim().requestId().equals(row.requestId()))
                    .isPresent();
        }

        private void granted(long token) {
            if (offer != null) {
                offer.passed();
            }
            if (ticker.nanos() - request.firstSentAt() >= Timing.beliefNanos(terms.lease())) {
                request.unanswered();
                end(new Result.Failed(new StoreException(
                        Kind.UNKNOWN,
                        "the grant took longer to arrive than its lease of " + definition.lease()
                                + " lasts; it is given back",
                        null)));
            } else {
                end(new Result.Granted(held(request.granted(token))));
                clock.refresh(executor, timeout, definition.key());
            }
        }

        /** A statement that is to pass a grant on is refused once that grant has ended, so it does no harm if it arrives late. */
        private LeasedHold held(Grant grant) {
            if (request.isUnanswered() && offer == null) {
                releaser.granted(request.late(timeout));
            }
            LeasedHold hold =
                    new LeasedHold(context, grant, terms, definition.renewed(), request.firstSentAt(), passesLeft());
            heartbeat.watch(hold);
            return hold;
        }

        private int passesLeft() {
            if (kind == HoldKind.CONNECTION) {
                return 0;
            }
            return offer == null ? definition.localPasses() : Math.min(offer.passesLeft(), definition.localPasses());
        }

        private boolean isAwaited(Request<AcquireResult> sent) {
            return !over && call == sent;
        }

        private void failed(Request<AcquireResult> sent, StoreException failure) {
            if (isAwaited(sent)) {
                noteBatch(sent);
                failed(failure);
            }
        }

        private void noteBatch(Request<AcquireResult> sent) {
            if (sent.wasInFailedBatch()) {
                request.partOfAFailedBatch();
            }
        }

        private void failed(StoreException failure) {
            call = null;
            request.failed(failure.kind());
            long wait = pause.nanos();
            if (isWorthRepeating(failure) && left() > wait) {
                waiter.wakeAt(ticker.nanos() + wait, this::send);
            } else {
                end(new Result.Failed(asKnown(failure)));
            }
        }

        /** After an unknown outcome everything but an answer is worth another sending, for only that settles it. */
        private boolean isWorthRepeating(StoreException failure) {
            return switch (failure.kind()) {
                case TRANSIENT, UNKNOWN -> true;
                case UNREACHABLE -> request.isUnanswered() && !gate.isShut();
                case REJECTED -> false;
            };
        }

        private StoreException asKnown(StoreException failure) {
            return request.isUnanswered()
                    ? new StoreException(
                            Kind.UNKNOWN,
                            "a statement for it got no answer, and at last: " + failure.getMessage(),
                            failure)
                    : failure;
        }

        private long left() {
            return request.firstSentAt() + timeout.toNanos() - ticker.nanos();
        }

        private void end(Result result) {
            if (!over) {
                finish();
                told.accept(result);
            }
        }

        private void finish() {
            if (over) {
                return;
            }
            over = true;
            waiter.wakeNever();
            giveUp();
            answerOffer();
            gate.leave();
        }

        /** Unless it was passed on, what was offered is given back. */
        private void answerOffer() {
            if (offer == null) {
                return;
            }
            if (request.isUnanswered()) {
                offer.doubtful();
            } else {
                offer.declined();
            }
        }

        /** Gives up a request that was not granted; what it may yet be granted is given back. */
        private void giveUp() {
            if (!request.isOpen()) {
                return;
            }
            request.giveUp();
            LateClaim late = request.late(timeout);
            if (request.isUnanswered()) {
                releaser.releaseLate(late);
            } else if (request.isInDoubt()) {
                releaser.release(late.grant(), late.lasting(), outcome -> {}, () -> {});
            }
        }
    }
}
