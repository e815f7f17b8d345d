package io.rowlock.cli.ticket;

import io.rowlock.ResumedHold;
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
    private final TicketUse ticket = new TicketUse();

    @Override
    public Integer call() {
        return ticket.require("release", ResumedHold::release);
    }
}
