package io.rowlock.internal.hold;

import io.rowlock.LockLostException;
import io.rowlock.LockTicket;
import io.rowlock.internal.hold.HoldState.Event;
import io.rowlock.internal.hold.HoldState.State;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.store.RequestIds;
import java.util.List;
import java.util.Optional;

/** Turns a hold into a ticket: takes its row out of its session, and off its connection. */
final class Detachment {
    private final LeasedHold hold;
    private final HoldContext context;
    private final HoldState state;

    Detachment(LeasedHold hold, HoldContext context) {
        this.hold = hold;
        this.context = context;
        state = hold.state();
    }

    LockTicket detach() {
        if (state.on(Event.DETACH_BEGUN) != State.HELD) {
            throw hold.lostException("nothing was done to detach it");
        }
        try {
            leaveSession();
        } catch (RuntimeException failure) {
            state.on(Event.DETACH_FAILED);
            throw failure;
        }
        if (state.on(Event.DETACH_DONE) != State.DETACHING) {
            throw hold.lostException("nothing was done to detach it");
        }
        context.holds().remove(hold.key(), hold);
        Grant leased = context.kind() == HoldKind.LEASE ? hold.grant() : unbind();
        return LockTicket.of(hold.key(), hold.token(), leased.requestId());
    }

    /** A ticket must expire by itself, and not with the session of this process. */
    private void leaveSession() {
        context.storeClient().awaitUntil(operation(), () -> !state.isRenewalInFlight());
        Optional<Session> session = state.session();
        if (session.isEmpty()) {
            return;
        }
        Renewal leaving = new Renewal.Leaving(session.get());
        long sentAt = context.ticker().nanos();
        state.postponeRenewal(sentAt);
        GrantOutcome outcome = context.storeClient()
                .callForGrant(
                        operation(),
                        store -> leaving.send(store, List.of(hold.grant())).get(0));
        if (outcome == GrantOutcome.NOT_OWNER) {
            hold.loseToOthers();
        } else {
            hold.renewedAt(sentAt, leaving);
        }
    }

    /** A ticket outlives the connection, so from here on the grant depends on its lease. If that fails, it is released. */
    private Grant unbind() {
        Grant leased = new Grant(hold.key(), hold.token(), new RequestIds(HoldKind.LEASE).next());
        GrantOutcome outcome = GrantOutcome.ROW_LOCKED;
        try {
            outcome = context.storeClient()
                    .callForGrant(operation(), store -> store.unbind(hold.grant(), leased.requestId()));
        } finally {
            if (outcome != GrantOutcome.DONE) {
                Release release = hold.rowRelease();
                release.releaseInBackground();
                context.releaser().release(leased, release.leaseAndGrace(), ignored -> {}, () -> {});
            }
        }
        if (outcome != GrantOutcome.DONE) {
            throw new LockLostException(
                    hold.key(),
                    hold.token(),
                    "its connection ended before it could be detached; acquire the lock again");
        }
        return leased;
    }

    private String operation() {
        return "detach lock '" + hold.key() + "'";
    }
}
