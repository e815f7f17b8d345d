package io.rowlock.cli.demo;

import io.rowlock.cli.configuration.DatabaseOptions;
import io.rowlock.cli.demo.board.Board;
import io.rowlock.cli.demo.clerk.Staff;
import io.rowlock.cli.demo.shop.Premises;
import io.rowlock.cli.demo.venue.EmbeddedVenue;
import io.rowlock.cli.demo.venue.OwnVenue;
import io.rowlock.cli.demo.venue.Venue;
import io.rowlock.cli.exit.Cleanup;
import io.rowlock.cli.exit.ExitStatus;
import io.rowlock.cli.output.Style;
import io.rowlock.cli.output.Terminal;
import java.io.PrintStream;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code rowlock demo}. */
@Command(
        name = "demo",
        description = {
            "Shows what a lock is for, in less than half a minute.",
            "",
            "Four processes sell the last pieces of a stock: first without a lock, then under Rowlock, then with one of"
                    + " them killed while it holds the lock. Uses an embedded database in a temporary directory, or"
                    + " with --url a database of yours, in tables named rowlock_demo_... that it drops at the end.",
            ""
        },
        mixinStandardHelpOptions = true)
public final class DemoCommand implements Callable<Integer> {
    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Override
    public Integer call() throws Exception {
        try (Cleanup cleanup = Cleanup.alsoOnShutdown()) {
            return run(cleanup);
        }
    }

    private int run(Cleanup cleanup) throws Exception {
        try {
            return show(cleanup);
        } catch (Exception e) {
            if (cleanup.isClosed()) {
                return ExitStatus.STOPPED;
            }
            throw e;
        }
    }

    private int show(Cleanup cleanup) throws SQLException, InterruptedException {
        PrintStream out = System.out;
        Terminal terminal = Terminal.detect();
        Venue venue = cleanup.add(venue());
        Premises premises = Premises.open(venue.access(), cleanup);
        out.println("Rowlock demo: four processes sell the last items of a shop.");
        out.println("Its database is " + premises.product() + ", " + venue.description() + ".");
        Outcome outcome = new Demo(premises, cleanup.add(new Staff()), Board.on(out, terminal)).run();
        new Report(out, new Style(terminal.colours())).print(outcome);
        return outcome.status();
    }

    private Venue venue() {
        return database.named().<Venue>map(OwnVenue::of).orElseGet(EmbeddedVenue::open);
    }
}
