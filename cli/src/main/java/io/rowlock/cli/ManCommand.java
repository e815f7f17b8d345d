package io.rowlock.cli;

import io.rowlock.cli.exit.ExitStatus;
import io.rowlock.cli.output.Output;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code rowlock generate-man}. */
@Command(
        name = "generate-man",
        description = {"Prints the manual page rowlock(1), for man to show: rowlock generate-man > rowlock.1", ""},
        mixinStandardHelpOptions = true)
final class ManCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        Output.out().print(new ManPage(spec.root()).text());
        Output.out().flush();
        return ExitStatus.OK;
    }
}
