package io.rowlock.internal.hold;

import io.rowlock.LockLostException;
import io.rowlock.internal.hold.HoldState.Event;
import io.rowlock.internal.hold.HoldState.State;
import io.rowlock.internal.store.LockRows;
import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/**
 * The release of a hold by a transaction of the caller.
 *
 * <ol>
 *   <li>The hold stops counting as held before the row is touched, so that it cannot outlast the release.
 *   <li>Renewals then show how the transaction ends. Row locked: it is open. Done: it was rolled back, and the lock is held again.
 *   <li>Not owner: it was committed, or it was rolled back and the grant was revoked after that; the row shows which.
 * </ol>
 */
final class TransactionalRelease {
    private final LeasedHold hold;
    private final HoldContext context;
    private final HoldState state;

    TransactionalRelease(LeasedHold hold, HoldContext context) {
        this.hold = hold;
        this.context = context;
        state = hold.state();
    }

    void releaseWith(Connection connection) {
        if (!hold.isHeld() || state.on(Event.TRANSACTION_BEGUN) != State.HELD) {
            throw hold.lostException("nothing was done to release it with a transaction");
        }
        try {
            context.guards().releaseWith(connection, hold.grant());
        } catch (IllegalArgumentException rejected) {
            state.on(Event.TRANSACTION_UNDONE);
            throw rejected;
        } catch (LockLostException gone) {
            state.on(Event.TRANSACTION_UNDONE);
            throw hold.explainLoss(gone);
        } finally {
            if (state.probeFrom(context.ticker().nanos())) {
                context.wake().run();
            }
        }
    }

    /** Reads how the hold ended. If the read fails, the next renewal begins another. */
    void readEnd() {
        context.executor()
                .submitFirst(
                        "see how lock '" + hold.key() + "' ended",
                        context.callTimeout(),
                        store -> store.find(hold.key()))
                .whenAnswered((found, failure) -> ended(found));
    }

    /** Nobody else can have been granted a lock that was revoked, because the hold ends before a revoked lock is free. */
    private void ended(@Nullable LockRows found) {
        if (found == null) {
            return;
        }
        if (found.rows().stream().anyMatch(row -> row.isRevoked(hold.token()))) {
            state.on(Event.REVOKED);
            hold.reportLoss();
        } else if (state.on(Event.TRANSACTION_COMMITTED) == State.RELEASING) {
            context.holds().remove(hold.key(), hold);
            hold.rowRelease().released();
        }
    }
}
