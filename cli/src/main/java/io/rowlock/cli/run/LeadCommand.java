package io.rowlock.cli.run;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockStoreException;
import io.rowlock.Rowlock;
import io.rowlock.cli.configuration.DatabaseOptions;
import io.rowlock.cli.lock.LockOptions;
import io.rowlock.cli.text.Reasons;
import io.rowlock.cli.text.Secrets;
import io.rowlock.cli.text.Spans;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code rowlock lead}. */
@Command(
        name = "lead",
        customSynopsis = "rowlock lead NAME [OPTION...] -- CMD [ARG...]",
        description = {
            "Keeps a program running on one node at a time: waits for the lock, runs the program under it, stops the"
                    + " program when the lock is lost, and begins again; also when the program ends by itself, after"
                    + " --pause, in which another node may take over. The pause doubles, up to --max-pause, each time that"
                    + " the program fails within 10 seconds.",
            "",
            "It says on standard error when it leads, and when it stands by, behind whom.",
            "",
            "It ends when it is told to, by SIGINT, SIGTERM or SIGHUP, which are passed on; with the program's status, or"
                    + " with 128 and the signal's number when no program was running. When the database is away at startup, the"
                    + " status is 69.",
            ""
        },
        mixinStandardHelpOptions = true)
public final class LeadCommand implements Callable<Integer> {
    @Mixin
    private final ProgramArguments arguments = new ProgramArguments();

    @Option(
            names = "--pause",
            paramLabel = "TIME",
            converter = Spans.class,
            description = "How long to leave the lock to others after the program has ended or the database has failed."
                    + " Default: 1s.")
    private Duration pause = Duration.ofSeconds(1);

    @Option(
            names = "--max-pause",
            paramLabel = "TIME",
            converter = Spans.class,
            description = "The longest pause after a program that fails again and again. Default: 1m.")
    private Duration maxPause = Duration.ofMinutes(1);

    @Option(names = "--quiet", description = "Say nothing of leading and standing by.")
    private boolean quiet;

    @Mixin
    private final StopOptions stop = new StopOptions();

    @Mixin
    private final LockOptions lock = new LockOptions();

    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Override
    public Integer call() throws InterruptedException {
        LockDefinition definition = lock.definition(arguments.key());
        Program program = arguments.program();
        database.configuration(); // may ask for a password, and Ctrl-C must still work then
        try (Signals signals = Signals.catching()) {
            return signals.interruptible(() -> lead(definition, program, signals));
        }
    }

    private int lead(LockDefinition definition, Program program, Signals signals) throws InterruptedException {
        Backoff backoff = new Backoff(pause, maxPause);
        try (Rowlock rowlock = database.open(lock.owner(program.name()))) {
            Standby standby = new Standby(rowlock.lock(definition), this::tell);
            while (true) {
                OptionalInt last = term(standby, program, signals, backoff);
                if (last.isPresent()) {
                    return last.getAsInt();
                }
                signals.interruptAgain();
                Thread.sleep(backoff.pause().toMillis());
            }
        }
    }

    /** One term of office: empty when there is to be another. */
    private OptionalInt term(Standby standby, Program program, Signals signals, Backoff backoff)
            throws InterruptedException {
        try (Hold hold = standby.await()) {
            tell("leading: lock '" + hold.key() + "', token " + hold.token());
            long start = System.nanoTime();
            Performance performance = new Performance(hold, stop.grace(), signals);
            int status = performance.run(program);
            if (signals.caught() != 0) {
                return OptionalInt.of(status);
            }
            if (!performance.isLost()) {
                backoff.ended(status, Duration.ofNanos(System.nanoTime() - start));
                say(program.name() + " ended with status " + status + repeated(backoff.failures()), backoff.pause());
            }
        } catch (LockStoreException broken) {
            say(Reasons.of(broken), backoff.pause());
        }
        return OptionalInt.empty();
    }

    private static String repeated(int failures) {
        return failures > 1 ? ", and has failed at once " + failures + " times in a row" : "";
    }

    private void tell(String news) {
        if (!quiet) {
            System.err.println("rowlock: " + news);
        }
    }

    private static void say(String reason, Duration wait) {
        System.err.println("rowlock: " + Secrets.hideInText(reason) + "; beginning again in " + Spans.show(wait));
    }
}
