package io.rowlock.internal.hold;

import io.rowlock.LockDefinition;
import io.rowlock.LockLostException;
import io.rowlock.LockStoreException;
import io.rowlock.LockTicket;
import io.rowlock.TransactionGuard.GuardedWork;
import io.rowlock.internal.dispatch.Operation;
import io.rowlock.internal.hold.HoldState.State;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.time.Terms;
import io.rowlock.internal.time.Timing;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** The calls by which the user of a hold asks the database about its grant. */
final class HoldCalls {
    private final LeasedHold hold;
    private final HoldContext context;
    private final Grant grant;

    HoldCalls(LeasedHold hold, HoldContext context) {
        this.hold = hold;
        this.context = context;
        grant = hold.grant();
    }

    void renew() {
        renew(Renewal.PLAIN, () -> context.storeClient().callForGrant(new Operation.Renew(grant)));
    }

    /** The bounds are those of a definition's lease. */
    void renew(Duration lease, Terms own) {
        Terms longer = Timing.terms(LockDefinition.of(hold.key()).withLease(lease));
        Renewal renewal = new Renewal.Longer(longer, own);
        renew(
                renewal,
                () -> context.storeClient()
                        .callForGrant(
                                "renew lock '" + hold.key() + "'",
                                store -> renewal.send(store, List.of(grant)).get(0)));
    }

    private void renew(Renewal renewal, Supplier<GrantOutcome> call) {
        requireHeld("renew it");
        long sentAt = context.ticker().nanos();
        GrantOutcome outcome = call.get();
        if (outcome == GrantOutcome.NOT_OWNER) {
            hold.loseToOthers();
        }
        if (outcome != GrantOutcome.DONE || !hold.renewedAt(sentAt, renewal)) {
            throw hold.lost("the renewal came too late");
        }
    }

    boolean check() {
        if (!hold.isHeld()) {
            return false;
        }
        boolean stands = context.storeClient().call("check lock '" + hold.key() + "'", store -> store.check(grant));
        if (!stands) {
            hold.loseToOthers();
        }
        return stands && hold.isHeld();
    }

    /**
     * The database is asked before the hold ends, because it answers a release of a grant that was revoked as it does a repeated
     * one.
     */
    boolean release() {
        try {
            return stands();
        } finally {
            hold.close();
        }
    }

    /** The bounds are those of a definition's keep-for. */
    boolean release(Duration keepFor) {
        Duration bounded = LockDefinition.of(hold.key()).withKeepFor(keepFor).keepFor();
        Release release = hold.rowRelease(grant.keptFor(bounded));
        release.keepAnswer();
        boolean stood = false;
        try {
            stood = stands();
        } finally {
            hold.close(release);
        }
        return stood && release.awaitDone();
    }

    private boolean stands() {
        try {
            return check();
        } catch (LockStoreException failure) {
            throw new LockStoreException(
                    "lock '" + hold.key() + "' (token " + hold.token()
                            + ") is released in the background, but nobody can tell"
                            + " whether it was held until now: " + failure.getMessage(),
                    failure);
        }
    }

    void guard(Connection connection) {
        requireHeld("guard a transaction with it");
        try {
            context.guards().guard(connection, grant);
        } catch (LockLostException gone) {
            throw checked(gone);
        }
    }

    <T, E extends Exception> T guarded(DataSource dataSource, GuardedWork<T, E> work) throws E {
        requireHeld("guard a transaction with it");
        try {
            return context.guards().guarded(dataSource, grant, work);
        } catch (LockLostException gone) {
            throw checked(gone);
        }
    }

    /** A transaction whose snapshot is older than the grant does not see it, so the grant is checked outside of it. */
    LockLostException checked(LockLostException gone) {
        check();
        State ended = hold.state().state();
        return ended.isFinal() && ended != State.LOST
                ? hold.lost("nobody's work was touched: roll the transaction back")
                : gone;
    }

    LockTicket detach() {
        requireHeld("detach it");
        return new Detachment(hold, context).detach();
    }

    private void requireHeld(String purpose) {
        if (!hold.isHeld()) {
            throw hold.lost("nothing was done to " + purpose);
        }
    }
}
