package io.rowlock.cli.admin;

import io.rowlock.LockStatus;
import io.rowlock.Rowlock;
import io.rowlock.cli.configuration.DatabaseOptions;
import io.rowlock.cli.exit.CliException;
import io.rowlock.cli.exit.ExitStatus;
import io.rowlock.cli.lock.Owner;
import io.rowlock.cli.output.Json;
import io.rowlock.cli.output.Output;
import io.rowlock.cli.output.Style;
import io.rowlock.cli.output.Terminal;
import io.rowlock.cli.text.Spans;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code rowlock ls}. */
@Command(
        name = "ls",
        description = {"Lists the locks that are not free: who holds them, since when, until when unless renewed.", ""},
        mixinStandardHelpOptions = true)
public final class LsCommand implements Callable<Integer> {
    private static final String CLEAR = "\u001b[H\u001b[J";
    private static final Duration USUAL_INTERVAL = Duration.ofSeconds(1);
    private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(100);

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "PATTERN",
            description = "Only names that match; * stands for any text, ? for one character. Quote it for the shell.")
    private @Nullable String pattern;

    @Option(names = "--all", description = "Free locks too.")
    private boolean all;

    @Option(names = "--json", description = "A JSON array; with --watch one on each line.")
    private boolean json;

    @Option(names = "--watch", description = "Again and again, until stopped; redraws on a terminal.")
    private boolean watch;

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            converter = Spans.class,
            description = "How often with --watch. Default: 1s.")
    private @Nullable Duration interval;

    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Override
    public Integer call() throws InterruptedException {
        Duration pause = pause();
        Terminal terminal = Terminal.detect();
        try (Rowlock rowlock = database.look(Owner.describe("ls"))) {
            show(rowlock, terminal);
            while (watch && !Output.isBroken()) {
                Thread.sleep(pause.toMillis());
                show(rowlock, terminal);
            }
        }
        return ExitStatus.OK;
    }

    private Duration pause() {
        if (interval == null) {
            return USUAL_INTERVAL;
        }
        if (!watch) {
            throw CliException.usage("--interval says how often, and without --watch it is once; add --watch");
        }
        if (interval.compareTo(SHORTEST_INTERVAL) < 0) {
            throw CliException.usage("--interval " + Spans.show(interval) + " is under the shortest, 100ms");
        }
        return interval;
    }

    private void show(Rowlock rowlock, Terminal terminal) {
        List<LockStatus> locks = locks(rowlock);
        PrintStream out = Output.out();
        if (json) {
            out.println(Json.write(locks.stream().map(Statuses::json).toList()));
        } else {
            boolean redraw = watch && terminal.live();
            String lines = String.join("\n", Statuses.table(locks, new Style(terminal.colours())));
            out.println((redraw ? CLEAR : "") + lines + (watch && !redraw ? "\n" : ""));
        }
        out.flush();
    }

    private List<LockStatus> locks(Rowlock rowlock) {
        Optional<Glob> glob = Optional.ofNullable(pattern).map(Glob::new);
        List<LockStatus> locks =
                all ? rowlock.admin().allLocks() : rowlock.admin().locks();
        return locks.stream()
                .filter(lock -> glob.map(wanted -> wanted.matches(lock.name())).orElse(true))
                .toList();
    }
}
