package io.rowlock.cli;

import io.rowlock.cli.demo.DemoCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The {@code rowlock} command, and the way to its subcommands. */
@Command(
        name = "rowlock",
        description = "Distributed locks on the relational database you already run.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {DemoCommand.class, HelpCommand.class},
        footer = {"", "'rowlock help COMMAND' tells more of one command."})
public final class Main {
    @Option(
            names = "--verbose",
            scope = ScopeType.INHERIT,
            description = "Show the stack trace when something goes wrong.")
    private boolean verbose;

    /**
     * Runs the command and ends the process with its status.
     *
     * @param args what stands after {@code rowlock}
     */
    public static void main(String... args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        Main main = new Main();
        return new CommandLine(main)
                .setParameterExceptionHandler(Misuse::print)
                .setExecutionExceptionHandler(
                        (failure, command, parsed) -> new FailureLine(main.verbose).print(failure, command.getErr()));
    }
}
