package io.rowlock.internal.client;

import io.rowlock.LockDefinition;
import io.rowlock.LockLostException;
import io.rowlock.LockTicket;
import io.rowlock.ResumedHold;
import io.rowlock.internal.dispatch.StoreClient;
import io.rowlock.internal.queue.LocalQueue;
import io.rowlock.internal.release.Releaser;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.Guards;
import io.rowlock.internal.time.Terms;
import io.rowlock.internal.time.Timing;
import java.sql.Connection;
import java.time.Duration;
import javax.sql.DataSource;

/** A hold through a ticket: every call asks the database. */
final class TicketHold implements ResumedHold {
    private final StoreClient storeClient;
    private final Guards guards;
    private final LocalQueue queue;
    private final Releaser releaser;
    private final LockTicket ticket;
    private final Grant grant;

    TicketHold(StoreClient storeClient, Guards guards, LocalQueue queue, Releaser releaser, LockTicket ticket) {
        this.storeClient = storeClient;
        this.guards = guards;
        this.queue = queue;
        this.releaser = releaser;
        this.ticket = ticket;
        grant = new Grant(ticket.key(), ticket.token(), ticket.requestId());
    }

    @Override
    public LockTicket ticket() {
        return ticket;
    }

    @Override
    public boolean check() {
        return storeClient.call("check lock '" + ticket.key() + "'", store -> store.check(grant));
    }

    @Override
    public void guard(Connection connection) {
        guards.guard(connection, grant);
    }

    @Override
    public <T, E extends Exception> T guarded(DataSource dataSource, GuardedWork<T, E> work) throws E {
        return guards.guarded(dataSource, grant, work);
    }

    @Override
    public void extend(Duration lease) {
        Terms terms = Timing.terms(LockDefinition.of(ticket.key()).withLease(lease));
        GrantOutcome outcome =
                storeClient.callForGrant("extend lock '" + ticket.key() + "'", store -> store.extend(grant, terms));
        if (outcome != GrantOutcome.DONE) {
            throw new LockLostException(
                    ticket.key(),
                    ticket.token(),
                    "it was not extended, because its lease ended or it was released or revoked; acquire the lock again");
        }
    }

    /** Durably: other bearers of the ticket would otherwise find it valid again after a crash of the database. */
    @Override
    public boolean release() {
        try {
            return releaser.watching(
                            grant,
                            () -> storeClient.callForGrant(
                                    "release lock '" + ticket.key() + "'",
                                    store -> store.releaseDurably(grant),
                                    GrantOutcome::resent))
                    == GrantOutcome.DONE;
        } finally {
            // A release that failed may have been done.
            queue.wakeFirst(ticket.key());
        }
    }
}
