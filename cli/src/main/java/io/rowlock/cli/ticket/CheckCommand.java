package io.rowlock.cli.ticket;

import io.rowlock.LockTicket;
import io.rowlock.Rowlock;
import io.rowlock.cli.configuration.DatabaseOptions;
import io.rowlock.cli.exit.ExitStatus;
import io.rowlock.cli.lock.Owner;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code rowlock check}. */
@Command(
        name = "check",
        description = {
            "Asks the database whether a ticket's lock is still held. The status is 0, or 76 if it is not.",
            ""
        },
        mixinStandardHelpOptions = true)
public final class CheckCommand implements Callable<Integer> {
    @Mixin
    private final TicketOptions given = new TicketOptions();

    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Override
    public Integer call() {
        LockTicket ticket = given.ticket();
        try (Rowlock rowlock = database.look(Owner.describe("check"))) {
            if (!rowlock.resume(ticket).check()) {
                throw Ended.of(ticket);
            }
            return ExitStatus.OK;
        }
    }
}
