package io.rowlock.internal.hold;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockKey;
import io.rowlock.LockLostException;
import io.rowlock.LockStoreException;
import io.rowlock.LockTicket;
import io.rowlock.internal.dispatch.Operation;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.time.Timing;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The hold as its user has it. The client keeps the {@link LeasedHold} alive as long as it is open, and only the user keeps this
 * handle, so a handle that is garbage shows that nobody can close the hold any more. Calls that end or watch the hold go on to
 * it; calls that ask the database about the grant are made here.
 */
interface HoldHandle extends Hold {

    LeasedHold hold();

    @Override
    default LockKey key() {
        return hold().key();
    }

    @Override
    default long token() {
        return hold().token();
    }

    @Override
    default boolean isHeld() {
        return hold().isHeld();
    }

    @Override
    default Duration remaining() {
        return isHeld() ? hold().state().remaining() : Duration.ZERO;
    }

    @Override
    default void renew() {
        renew(Renewal.PLAIN, () -> hold().context().storeClient().callForGrant(new Operation.Renew(hold().grant())));
    }

    /** The bounds are those of a definition's lease. */
    @Override
    default void renew(Duration lease) {
        LockDefinition longer = LockDefinition.of(key()).withLease(lease);
        Renewal renewal = new Renewal.Longer(Timing.terms(longer), hold().terms());
        hold().mayLast(Timing.terms(longer));
        renew(
                renewal,
                () -> hold().context()
                        .storeClient()
                        .callForGrant(
                                "renew lock '" + key() + "'",
                                store -> renewal.send(store, List.of(hold().grant()))
                                        .get(0)));
    }

    private void renew(Renewal renewal, Supplier<GrantOutcome> call) {
        requireHeld("renew it");
        long sentAt = hold().context().ticker().nanos();
        GrantOutcome outcome = call.get();
        if (outcome == GrantOutcome.NOT_OWNER) {
            hold().loseToOthers();
        }
        if (outcome != GrantOutcome.DONE || !hold().renewedAt(sentAt, renewal)) {
            throw hold().lostException("the renewal came too late");
        }
    }

    @Override
    default boolean check() {
        return hold().check();
    }

    /** The action keeps the handle, so that a hold which is to tell of its loss is not released before it has ended. */
    @Override
    default void onLost(Runnable action) {
        Objects.requireNonNull(action, "action");
        hold().onLost(() -> {
            try {
                action.run();
            } finally {
                Reference.reachabilityFence(this);
            }
        });
    }

    @Override
    default void guard(Connection connection) {
        requireHeld("guard a transaction with it");
        try {
            hold().context().guards().guard(connection, hold().grant());
        } catch (LockLostException gone) {
            throw hold().explainLoss(gone);
        }
    }

    /** The handle is in use until the work has ended, though nothing else may refer to it any more. */
    @Override
    default <T, E extends Exception> T guarded(DataSource dataSource, GuardedWork<T, E> work) throws E {
        requireHeld("guard a transaction with it");
        try {
            return hold().context().guards().guarded(dataSource, hold().grant(), work);
        } catch (LockLostException gone) {
            throw hold().explainLoss(gone);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    @Override
    default LockTicket detach() {
        requireHeld("detach it");
        return new Detachment(hold(), hold().context()).detach();
    }

    @Override
    default void releaseWith(Connection connection) {
        new TransactionalRelease(hold(), hold().context()).releaseWith(connection);
    }

    /**
     * The database is asked before the hold ends, because it answers a release of a grant that was revoked as it does a repeated
     * one.
     */
    @Override
    default boolean release() {
        try {
            return stands();
        } finally {
            close();
        }
    }

    /** The bounds are those of a definition's keep-for. A hold that is over keeps nothing, though the row may still be its own. */
    @Override
    default boolean release(Duration keepFor) {
        Duration bounded = LockDefinition.of(key()).withKeepFor(keepFor).keepFor();
        Release release = hold().rowRelease(hold().grant().keptFor(bounded));
        boolean over = false;
        try {
            over = !stands();
        } finally {
            release.keepAnswer();
            hold().close(over ? hold().rowRelease() : release);
        }
        return !over && release.awaitDone();
    }

    private boolean stands() {
        try {
            return check();
        } catch (LockStoreException failure) {
            throw new LockStoreException(
                    "lock '" + key() + "' (token " + token()
                            + ") is released in the background, but nobody can tell whether it"
                            + " was held until now: " + failure.getMessage(),
                    failure);
        }
    }

    @Override
    default void close() {
        hold().close(hold().rowRelease());
    }

    private void requireHeld(String purpose) {
        if (!isHeld()) {
            throw hold().lostException("nothing was done to " + purpose);
        }
    }

    /** The hold as its user has it, and nobody else. */
    final class OfUser implements HoldHandle {
        private final LeasedHold hold;

        OfUser(LeasedHold hold) {
            this.hold = hold;
        }

        @Override
        public LeasedHold hold() {
            return hold;
        }
    }

    /** Leads from a handle that is garbage to its hold, which keeps this reference as long as the client keeps the hold. */
    final class Dropped extends PhantomReference<Hold> {
        private final LeasedHold hold;
        private final @Nullable String acquiredAt;

        Dropped(HoldHandle handle, @Nullable String acquiredAt) {
            super(handle, handle.hold().context().holds().dropped());
            hold = handle.hold();
            this.acquiredAt = acquiredAt;
        }

        LeasedHold hold() {
            return hold;
        }

        @Nullable
        String acquiredAt() {
            return acquiredAt;
        }
    }
}
