package io.rowlock.cli.run;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockKey;
import io.rowlock.LockLostException;
import io.rowlock.LockStoreException;
import io.rowlock.LockTimeoutException;
import io.rowlock.ResumedHold;
import io.rowlock.Rowlock;
import io.rowlock.cli.configuration.DatabaseOptions;
import io.rowlock.cli.embedded.Patience;
import io.rowlock.cli.exit.CliException;
import io.rowlock.cli.exit.ExitStatus;
import io.rowlock.cli.lock.Holder;
import io.rowlock.cli.lock.LockOptions;
import io.rowlock.cli.lock.WaitOption;
import io.rowlock.cli.text.Spans;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code rowlock run}. */
@Command(
        name = "run",
        customSynopsis = "rowlock run NAME [OPTION...] -- CMD [ARG...]",
        description = {
            "Runs a program under a lock: acquires, runs it with its own standard streams, renews while it runs, releases,"
                    + " and exits with the program's own status.",
            "",
            "When someone else has the lock, nothing runs, and the status is 75. When the lock is lost while the program"
                    + " runs, the program gets SIGTERM, after --grace SIGKILL, and the status is 76. SIGINT, SIGTERM and"
                    + " SIGHUP are passed on. The program sees ROWLOCK_NAME and ROWLOCK_TOKEN.",
            ""
        },
        mixinStandardHelpOptions = true)
public final class RunCommand implements Callable<Integer> {
    @Mixin
    private final ProgramArguments arguments = new ProgramArguments();

    @Mixin
    private final WaitOption wait = new WaitOption();

    @Option(
            names = "--busy-exit",
            paramLabel = "N",
            description = "The exit status when someone else has the lock. Default: 75.")
    private @Nullable Integer busyExit;

    @Option(names = "--skip", description = "The same as --busy-exit 0: somebody does it, which is well.")
    private boolean skip;

    @Option(names = "--quiet", description = "Say nothing when someone else has the lock.")
    private boolean quiet;

    @Option(
            names = "--connection-bound",
            description =
                    "Tie the lock to the connection, which stays open: it is free as soon as that ends. On PostgreSQL,"
                            + " MySQL and MariaDB.")
    private boolean bound;

    @Mixin
    private final StopOptions stop = new StopOptions();

    @Mixin
    private final LockOptions lock = new LockOptions();

    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Override
    public Integer call() throws InterruptedException {
        requireOneBusyStatus();
        LockDefinition definition = lock.definition(arguments.key());
        Program program = arguments.program();
        database.configuration(); // may ask for a password, and Ctrl-C must still work then
        try (Signals signals = Signals.catching()) {
            return signals.interruptible(() -> run(definition, program, signals));
        }
    }

    private void requireOneBusyStatus() {
        if (busyExit != null && skip) {
            throw CliException.usage("--skip means --busy-exit 0; give one of the two");
        }
        if (busyExit != null && (busyExit < 0 || busyExit > 255)) {
            throw CliException.usage("--busy-exit " + busyExit + " is no exit status; choose one from 0 to 255");
        }
    }

    private int run(LockDefinition definition, Program program, Signals signals) throws InterruptedException {
        Patience patience = Patience.of(wait.duration());
        try (Rowlock rowlock = patience.open(() -> open(program));
                Hold hold = patience.acquire(rowlock.lock(definition))) {
            Performance performance = new Performance(hold, stop.grace(), signals);
            int status = performance.run(program);
            if (!performance.isLost()) {
                release(rowlock, hold, definition);
            }
            return status;
        } catch (LockTimeoutException busy) {
            return tell(busy);
        }
    }

    private Rowlock open(Program program) {
        String owner = lock.owner(program.name());
        return bound ? database.openBound(owner) : database.open(owner);
    }

    /** Through a ticket, because closing a hold throws nothing, and here somebody can be told. */
    private static void release(Rowlock rowlock, Hold hold, LockDefinition definition) {
        try {
            ResumedHold held = rowlock.resume(hold.detach());
            if (!Patience.of(longest(definition)).ask(held::release)) {
                tellLost(definition.key());
            }
        } catch (LockLostException late) {
            tellLost(definition.key());
        } catch (LockStoreException unanswered) {
            System.err.println("rowlock: lock '" + definition.key()
                    + "' could not be released, because the database did not answer; it is free by itself within "
                    + Spans.show(longest(definition)));
        }
    }

    /** How long a lock stays taken that nobody releases. */
    private static Duration longest(LockDefinition definition) {
        Duration expiry = definition.lease().plus(definition.grace());
        return expiry.compareTo(definition.keepFor()) > 0 ? expiry : definition.keepFor();
    }

    private static void tellLost(LockKey key) {
        System.err.println("rowlock: lock '" + key + "' was found lost when its program had ended");
    }

    private int tell(LockTimeoutException busy) {
        if (!quiet) {
            System.err.println("rowlock: " + Holder.describe(arguments.key(), busy.holder()));
        }
        return Optional.ofNullable(busyExit).orElse(skip ? ExitStatus.OK : ExitStatus.BUSY);
    }
}
