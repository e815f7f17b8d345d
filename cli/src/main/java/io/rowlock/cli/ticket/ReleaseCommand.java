package io.rowlock.cli.ticket;

import io.rowlock.LockTicket;
import io.rowlock.Rowlock;
import io.rowlock.cli.configuration.DatabaseOptions;
import io.rowlock.cli.exit.ExitStatus;
import io.rowlock.cli.lock.Owner;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code rowlock release}. */
@Command(
        name = "release",
        description = {
            "Releases a ticket's lock. Repeating it is safe. The status is 76 if the lock had ended otherwise before.",
            ""
        },
        mixinStandardHelpOptions = true)
public final class ReleaseCommand implements Callable<Integer> {
    @Mixin
    private final TicketOptions given = new TicketOptions();

    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Override
    public Integer call() {
        LockTicket ticket = given.ticket();
        try (Rowlock rowlock = database.look(Owner.describe("release"))) {
            if (!rowlock.resume(ticket).release()) {
                throw Ended.of(ticket);
            }
            return ExitStatus.OK;
        }
    }
}
