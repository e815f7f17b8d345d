package io.rowlock.cli.ticket;

import io.rowlock.LockTicket;
import io.rowlock.ResumedHold;
import io.rowlock.Rowlock;
import io.rowlock.cli.configuration.DatabaseOptions;
import io.rowlock.cli.exit.CliException;
import io.rowlock.cli.exit.ExitStatus;
import io.rowlock.cli.lock.Owner;
import java.util.function.Predicate;
import picocli.CommandLine.Mixin;

/** A ticket, the database of its lock, and something that is done with both. */
final class TicketUse {
    @Mixin
    private final TicketOptions given = new TicketOptions();

    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    /**
     * Does something with the lock that is only possible while the ticket is valid.
     *
     * @param command the command's name
     * @param action what is done; it returns false if the lock had ended
     * @return the exit status of success
     * @throws CliException if the lock had ended
     */
    int require(String command, Predicate<ResumedHold> action) {
        LockTicket ticket = given.ticket();
        try (Rowlock rowlock = database.look(Owner.describe(command))) {
            if (!action.test(rowlock.resume(ticket))) {
                throw Ended.of(ticket);
            }
            return ExitStatus.OK;
        }
    }
}
