package io.rowlock.chaos;

import picocli.CommandLine;

/** Runs the command and ends the process with its status. */
public final class Main {
    /** The harness itself has failed, which tells nothing about promises. */
    private static final int FAILED = 3;

    private Main() {}

    public static void main(String... args) {
        System.exit(status(command(), args));
    }

    /** A child process that is late causes an error that does not go through the command. */
    static int status(CommandLine command, String... args) {
        try {
            return command.execute(args);
        } catch (AssertionError failure) {
            failure.printStackTrace(command.getErr());
            return FAILED;
        }
    }

    /** A wrong argument is reported in one line. */
    static CommandLine command() {
        return new CommandLine(new ChaosCommand()).setExecutionExceptionHandler((failure, line, parsed) -> {
            if (failure instanceof IllegalArgumentException) {
                line.getErr().println("rowlock chaos: " + failure.getMessage());
                return line.getCommandSpec().exitCodeOnInvalidInput();
            }
            failure.printStackTrace(line.getErr());
            return FAILED;
        });
    }
}
