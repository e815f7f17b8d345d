package io.rowlock.cli.ticket;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockKey;
import io.rowlock.LockTicket;
import io.rowlock.LockTimeoutException;
import io.rowlock.Rowlock;
import io.rowlock.cli.configuration.DatabaseOptions;
import io.rowlock.cli.embedded.Patience;
import io.rowlock.cli.exit.Cleanup;
import io.rowlock.cli.exit.CliException;
import io.rowlock.cli.exit.ExitStatus;
import io.rowlock.cli.lock.Holder;
import io.rowlock.cli.lock.LockName;
import io.rowlock.cli.lock.LockOptions;
import io.rowlock.cli.lock.WaitOption;
import io.rowlock.cli.output.Json;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code rowlock acquire}. */
@Command(
        name = "acquire",
        description = {
            "Acquires a lock for a script that holds it across commands, and prints its ticket: a secret, because anyone who has"
                    + " it can release the lock. Nobody renews it: choose a lease that covers the work, or extend it.",
            "",
            "When someone else has the lock, the status is 75.",
            ""
        },
        mixinStandardHelpOptions = true)
public final class AcquireCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "NAME", converter = LockName.class, description = "The lock.")
    private LockKey key = LockKey.of("-");

    @Mixin
    private final WaitOption wait = new WaitOption();

    @Option(
            names = "--file",
            paramLabel = "FILE",
            description = "Write the ticket there instead, to a new file that only you can read.")
    private @Nullable Path file;

    @Option(names = "--json", description = "A JSON object with name, token and ticket.")
    private boolean json;

    @Mixin
    private final LockOptions lock = new LockOptions();

    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Override
    public Integer call() {
        LockDefinition definition = lock.definition(key).withRenewal(false);
        try (Cleanup cleanup = Cleanup.alsoOnShutdown()) {
            return acquire(definition, cleanup.add(Destination.of(file)));
        }
    }

    private int acquire(LockDefinition definition, Destination destination) {
        Patience patience = Patience.of(wait.duration());
        try (Rowlock rowlock = patience.open(() -> database.open(lock.owner("acquire")));
                Hold hold = patience.acquire(rowlock.lock(definition))) {
            LockTicket ticket = hold.detach();
            if (!destination.write(text(ticket))) {
                rowlock.resume(ticket).release();
                throw CliException.failed(
                        "the ticket of lock '" + key + "' could not be written, so the lock was released", null);
            }
            return ExitStatus.OK;
        } catch (LockTimeoutException busy) {
            throw CliException.of(ExitStatus.BUSY, Holder.describe(key, busy.holder()));
        }
    }

    private String text(LockTicket ticket) {
        return json ? Json.write(members(ticket)) : ticket.encoded();
    }

    private static Map<String, Object> members(LockTicket ticket) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", ticket.key().name());
        members.put("token", ticket.token());
        members.put("ticket", ticket.encoded());
        return members;
    }
}
