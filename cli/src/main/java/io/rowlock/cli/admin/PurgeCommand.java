package io.rowlock.cli.admin;

import io.rowlock.Rowlock;
import io.rowlock.cli.configuration.DatabaseOptions;
import io.rowlock.cli.exit.CliException;
import io.rowlock.cli.exit.ExitStatus;
import io.rowlock.cli.lock.Owner;
import io.rowlock.cli.output.Output;
import io.rowlock.cli.text.Spans;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code rowlock purge}. */
@Command(
        name = "purge",
        description = {
            "Deletes the rows of locks that are free and have not been used for a while. Tokens go on increasing.",
            ""
        },
        mixinStandardHelpOptions = true)
public final class PurgeCommand implements Callable<Integer> {
    @Option(
            names = "--older",
            required = true,
            paramLabel = "TIME",
            converter = Spans.class,
            description = "How long a lock must have been unused; at least 1d.")
    private Duration older = Duration.ZERO;

    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Override
    public Integer call() {
        if (older.compareTo(Duration.ofDays(1)) < 0) {
            throw CliException.usage("--older " + Spans.show(older)
                    + " is under a day, the least that keeps a corrected clock from bringing a token back");
        }
        try (Rowlock rowlock = database.look(Owner.describe("purge"))) {
            int deleted = rowlock.admin().purge(older);
            Output.out()
                    .println(deleted + (deleted == 1 ? " lock" : " locks") + " unused for " + Spans.show(older)
                            + " deleted");
            Output.out().flush();
            return ExitStatus.OK;
        }
    }
}
