package io.rowlock.cli;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING;

import io.rowlock.cli.exit.ExitStatus;
import io.rowlock.cli.output.Output;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;

/** The {@code rowlock} command, and the way to its subcommands. */
@Command(
        name = "rowlock",
        description = "Distributed locks on the relational database you already run.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        footer = {"", "'rowlock help COMMAND' tells more of one command."})
public final class Main {
    /** The character that a decoder puts in place of bytes that it cannot read. */
    private static final char UNREADABLE = '\uFFFD';

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
        System.setErr(new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8));
        System.exit(run(args));
    }

    private static int run(String... args) {
        for (String arg : args) {
            if (arg.indexOf(UNREADABLE) >= 0) {
                System.err.println("rowlock: an argument cannot be read in this locale, and would reach the program"
                        + " changed; set LC_ALL to one of UTF-8, as C.UTF-8");
                return ExitStatus.USAGE;
            }
        }
        int status = commandLine(args).execute(args);
        return status == ExitStatus.OK && Output.isBroken() ? unwritten() : status;
    }

    /** A reader that leaves knows what it does, and other programs end then by a signal, silently. */
    private static int unwritten() {
        if (Output.isPipe()) {
            return ExitStatus.READER_LEFT;
        }
        System.err.println("rowlock: standard output could not be written; what was to be printed is not all there");
        return ExitStatus.FAILED;
    }

    static CommandLine commandLine(String... args) {
        Main main = new Main();
        CommandLine command = new CommandLine(main);
        Subcommands.addTo(command, args);
        command.getHelpSectionMap().put(SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
        command.getHelpSectionMap().put(SECTION_KEY_COMMAND_LIST, CommandList::text);
        return command.setExpandAtFiles(false)
                .setOut(new PrintWriter(Output.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8))
                .setParameterExceptionHandler(Misuse::print)
                .setExecutionStrategy(Main::execute)
                .setExecutionExceptionHandler((failure, parsed, result) ->
                        new FailureLine(main.verbose).print(said(failure), parsed.getErr()));
    }

    /** Drivers of others may miss a class: that is an error to Java, and a failure like any other to the user. */
    private static int execute(ParseResult parsed) {
        try {
            return new RunLast().execute(parsed);
        } catch (LinkageError broken) {
            throw new ExecutionException(parsed.commandSpec().commandLine(), String.valueOf(broken), broken);
        }
    }

    private static Throwable said(Exception failure) {
        return failure instanceof ExecutionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
