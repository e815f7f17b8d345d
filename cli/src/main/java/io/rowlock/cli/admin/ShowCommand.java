package io.rowlock.cli.admin;

import io.rowlock.LockKey;
import io.rowlock.LockStatus;
import io.rowlock.cli.configuration.DatabaseOptions;
import io.rowlock.cli.exit.CliException;
import io.rowlock.cli.exit.ExitStatus;
import io.rowlock.cli.lock.LockName;
import io.rowlock.cli.lock.Owner;
import io.rowlock.cli.look.LockView;
import io.rowlock.cli.look.Looking;
import io.rowlock.cli.output.Json;
import io.rowlock.cli.output.Output;
import io.rowlock.cli.output.Style;
import io.rowlock.cli.output.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code rowlock show}. */
@Command(
        name = "show",
        description = {"Shows one lock in full. The status is 1 when the table has never seen it.", ""},
        mixinStandardHelpOptions = true)
public final class ShowCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "NAME", converter = LockName.class, description = "The lock.")
    private LockKey key = LockKey.of("-");

    @Option(names = "--json", description = "A JSON object.")
    private boolean json;

    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Override
    public Integer call() {
        try (LockView locks = Looking.open(database, Owner.describe("show"))) {
            LockStatus lock = locks.find(key.name())
                    .orElseThrow(() -> CliException.failed("the table has never seen lock '" + key + "'", null));
            boolean counts = locks.countsWaiters();
            Style style = new Style(Terminal.detect().colours());
            Output.out()
                    .println(
                            json
                                    ? Json.write(Statuses.json(lock, counts))
                                    : String.join("\n", Statuses.card(lock, counts, style)));
            Output.out().flush();
            return ExitStatus.OK;
        }
    }
}
