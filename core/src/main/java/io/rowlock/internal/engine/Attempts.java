package io.rowlock.internal.engine;

import io.rowlock.LockDefinition;
import io.rowlock.spi.Claim;
import io.rowlock.spi.ClaimOutcome;
import io.rowlock.spi.ClaimOutcome.Refused;
import io.rowlock.spi.Grant;
import io.rowlock.spi.StoreException;
import io.rowlock.spi.StoreException.Kind;
import io.rowlock.spi.Terms;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Makes single attempts at a lock, and never guesses.
 *
 * <ol>
 *   <li>An attempt has a request id of its own. Its belief counts from before its first sending.
 *   <li>When the outcome of a sending is unknown, the same claim is sent again, until the database has answered it or the
 *       call timeout is over. The database grants a claim once, however often it comes.
 *   <li>A claim that ended otherwise than granted, but may still be on its way, is handed to the releaser until it is too
 *       late to be granted.
 *   <li>A grant whose deadline has passed when it is told is not a grant; it is given back.
 * </ol>
 */
final class Attempts {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(2);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(100);
    private static final Duration SLACK = Duration.ofSeconds(1);

    private final Engine engine;
    private final DatabaseClock clock;
    private final Heartbeat heartbeat;
    private final RequestIds requestIds = new RequestIds();

    Attempts(Engine engine, DatabaseClock clock, Heartbeat heartbeat) {
        this.engine = engine;
        this.clock = clock;
        this.heartbeat = heartbeat;
    }

    /** What came of an attempt. */
    sealed interface Result {

        /** The lock is held. */
        record Granted(LeasedHold hold) implements Result {}

        /** The lock is someone else's, as far as its row told. */
        record Busy(Optional<Refused> refused) implements Result {}
    }

    /** Makes one attempt. */
    Result attempt(LockDefinition definition) throws InterruptedException {
        engine.doorway().enter();
        try {
            return new Attempt(definition).run();
        } finally {
            engine.doorway().leave();
        }
    }

    /** One attempt: one request id. */
    private final class Attempt {
        private final LockDefinition definition;
        private final Terms terms;
        private final Duration timeout = engine.settings().callTimeout();
        private final Pause pause = new Pause(FIRST_PAUSE, LONGEST_PAUSE);
        private final long firstSentAt = engine.ticker().nanos();
        private final long end = firstSentAt + timeout.toNanos();
        private final Claim claim;
        private boolean onItsWay;

        Attempt(LockDefinition definition) {
            this.definition = definition;
            terms = Timing.terms(definition);
            claim = new Claim(
                    definition.key(),
                    requestIds.next(),
                    terms,
                    definition.keepFor(),
                    definition.owner().orElse(engine.settings().owner()),
                    clock.in(timeout.plus(SLACK)));
        }

        Result run() throws InterruptedException {
            boolean settled = false;
            try {
                Result result = untilAnswered();
                settled = result instanceof Result.Granted;
                return result;
            } finally {
                if (!settled && onItsWay) {
                    releaseFeared();
                }
            }
        }

        private Result untilAnswered() throws InterruptedException {
            while (true) {
                try {
                    return answered(send());
                } catch (StoreException failure) {
                    onItsWay |= failure.kind() == Kind.UNKNOWN;
                    long wait = pause.nanos();
                    if (!isWorthRepeating(failure) || left() <= wait) {
                        throw asKnown(failure);
                    }
                    TimeUnit.NANOSECONDS.sleep(wait);
                }
            }
        }

        private ClaimOutcome send() throws InterruptedException {
            Call<List<ClaimOutcome>> call = engine.lanes()
                    .submit(
                            "acquire lock '" + definition.key() + "'",
                            Duration.ofNanos(Math.max(1, left())),
                            store -> store.acquire(List.of(claim)));
            try {
                return call.await().get(0);
            } catch (InterruptedException interrupted) {
                onItsWay |= !call.withdraw();
                throw interrupted;
            }
        }

        private Result answered(ClaimOutcome outcome) throws InterruptedException {
            if (outcome instanceof ClaimOutcome.Granted granted) {
                return held(new Grant(definition.key(), granted.token(), claim.requestId()));
            }
            Refused refused = (Refused) outcome;
            clock.observe(refused.now());
            if (refused.isTooLate(claim) && left() > 0) {
                // The database's clock has gone ahead of the estimate: begin again, from what it says now.
                return new Attempt(definition).run();
            }
            if (onItsWay && !isAnothers(refused)) {
                throw new StoreException(
                        Kind.UNKNOWN, "the row is locked, perhaps by the first sending of the same claim", null);
            }
            return new Result.Busy(Optional.of(refused));
        }

        /** Whether someone else's grant stands in the way: the only refusal that settles a claim sent before. */
        private boolean isAnothers(Refused refused) {
            return refused.row()
                    .filter(row ->
                            row.freeAt() > refused.now() && !claim.requestId().equals(row.requestId()))
                    .isPresent();
        }

        private Result held(Grant grant) {
            if (engine.ticker().nanos() - firstSentAt >= Timing.beliefNanos(terms.lease())) {
                onItsWay = true;
                throw new StoreException(
                        Kind.UNREACHABLE,
                        "the grant took longer to arrive than its lease of " + definition.lease()
                                + " lasts; it is given back",
                        null);
            }
            LeasedHold hold = new LeasedHold(engine, grant, terms, definition.renewed(), firstSentAt);
            heartbeat.watch(hold);
            return new Result.Granted(hold);
        }

        /** After an unknown outcome everything but an answer is worth another sending, for only that settles it. */
        private boolean isWorthRepeating(StoreException failure) {
            return switch (failure.kind()) {
                case TRANSIENT, UNKNOWN -> true;
                case UNREACHABLE -> onItsWay && !engine.doorway().isShut();
                case REJECTED -> false;
            };
        }

        private StoreException asKnown(StoreException failure) {
            return onItsWay ? new StoreException(Kind.UNKNOWN, String.valueOf(failure.getMessage()), failure) : failure;
        }

        private long left() {
            return end - engine.ticker().nanos();
        }

        private void releaseFeared() {
            Grant feared = new Grant(definition.key(), Grant.UNKNOWN_TOKEN, claim.requestId());
            engine.releaser()
                    .releaseFeared(
                            feared,
                            terms.lease().plus(terms.grace()),
                            timeout.plus(SLACK).plus(SLACK));
        }
    }
}
