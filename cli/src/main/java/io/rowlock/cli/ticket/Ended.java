package io.rowlock.cli.ticket;

import io.rowlock.LockTicket;
import io.rowlock.cli.exit.CliException;
import io.rowlock.cli.exit.ExitStatus;

/** Says that a ticket is worth nothing any more. */
final class Ended {

    private Ended() {}

    static CliException of(LockTicket ticket) {
        return CliException.of(
                ExitStatus.LOST,
                "the hold of lock '" + ticket.key() + "' with token " + ticket.token()
                        + " has ended: its lease ran out, or it was released or revoked");
    }
}
