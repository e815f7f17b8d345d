package io.rowlock.cli.ticket;

import io.rowlock.LockDefinition;
import io.rowlock.LockLostException;
import io.rowlock.LockTicket;
import io.rowlock.Rowlock;
import io.rowlock.cli.configuration.DatabaseOptions;
import io.rowlock.cli.exit.CliException;
import io.rowlock.cli.exit.ExitStatus;
import io.rowlock.cli.lock.Owner;
import io.rowlock.cli.text.Spans;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code rowlock extend}. */
@Command(
        name = "extend",
        description = {
            "Has the database honour a ticket's lock for another lease from now on. The status is 76 if it is no longer"
                    + " held.",
            ""
        },
        mixinStandardHelpOptions = true)
public final class ExtendCommand implements Callable<Integer> {
    @Mixin
    private final TicketOptions given = new TicketOptions();

    @Option(
            names = "--lease",
            required = true,
            paramLabel = "TIME",
            converter = Spans.class,
            description = "How long from now, from 1s to 24h.")
    private Duration lease = LockDefinition.DEFAULT_LEASE;

    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Override
    public Integer call() {
        LockTicket ticket = given.ticket();
        try (Rowlock rowlock = database.look(Owner.describe("extend"))) {
            rowlock.resume(ticket).extend(lease);
            return ExitStatus.OK;
        } catch (LockLostException ended) {
            throw Ended.of(ticket);
        } catch (IllegalArgumentException rejected) {
            throw CliException.usage(String.valueOf(rejected.getMessage()));
        }
    }
}
