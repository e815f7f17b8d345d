package io.rowlock.cli.admin;

import io.rowlock.LockStatus;
import io.rowlock.cli.configuration.DatabaseOptions;
import io.rowlock.cli.exit.CliException;
import io.rowlock.cli.exit.ExitStatus;
import io.rowlock.cli.lock.Owner;
import io.rowlock.cli.look.LockView;
import io.rowlock.cli.look.Looking;
import io.rowlock.cli.output.Json;
import io.rowlock.cli.output.Output;
import io.rowlock.cli.output.Style;
import io.rowlock.cli.output.Terminal;
import io.rowlock.cli.output.Window;
import io.rowlock.cli.text.Spans;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code rowlock ls}. */
@Command(
        name = "ls",
        description = {"Lists the locks that are not free: who holds them, since when, until when unless renewed.", ""},
        mixinStandardHelpOptions = true)
public final class LsCommand implements Callable<Integer> {
    private static final String HOME = "\u001b[H";
    private static final String REST_OF_LINE = "\u001b[K";
    private static final String REST_OF_SCREEN = "\u001b[J";
    private static final Duration USUAL_INTERVAL = Duration.ofSeconds(1);
    private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(100);

    @Mixin
    private final Choice choice = new Choice();

    @Option(names = "--json", description = "A JSON array; with --watch one on each line.")
    private boolean json;

    @Option(
            names = "--watch",
            description = "Again and again, until stopped, with totals; on a terminal as much as fits the window.")
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
        try (LockView view = Looking.open(database, Owner.describe("ls"))) {
            show(view, terminal);
            while (watch && !Output.isBroken()) {
                Thread.sleep(pause.toMillis());
                show(view, terminal);
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

    private void show(LockView view, Terminal terminal) {
        List<LockStatus> locks = choice.from(view);
        PrintStream out = Output.out();
        if (json) {
            out.println(Json.write(locks.stream()
                    .map(lock -> Statuses.json(lock, view.countsWaiters()))
                    .toList()));
        } else {
            Listing listing = new Listing(locks, view.countsWaiters(), new Style(terminal.colours()));
            out.print(watch ? screen(listing, terminal) : once(listing, terminal));
        }
        out.flush();
    }

    /** Each line overwrites the one that stood there, so that nothing flickers. */
    private static String screen(Listing listing, Terminal terminal) {
        List<String> lines = listing.screen(Window.detect(terminal));
        return terminal.live()
                ? HOME + String.join(REST_OF_LINE + "\n", lines) + REST_OF_LINE + "\n" + REST_OF_SCREEN
                : String.join("\n", lines) + "\n\n";
    }

    /** Other programs count lines, so only people are told the totals. */
    private static String once(Listing listing, Terminal terminal) {
        Window window = terminal.live() ? Window.detect(terminal) : Window.NONE;
        return String.join("\n", listing.table(window)) + "\n" + (terminal.live() ? listing.totals() + "\n" : "");
    }
}
