package io.rowlock.cli.ticket;

import io.rowlock.ResumedHold;
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
    private final TicketUse ticket = new TicketUse();

    @Override
    public Integer call() {
        return ticket.require("check", ResumedHold::check);
    }
}
