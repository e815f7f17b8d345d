package io.rowlock.chaos;

import picocli.CommandLine;

/** Runs the command and ends the process with its status. */
public final class Main {
    private Main() {}

    public static void main(String... args) {
        System.exit(command().execute(args));
    }

    /** What was typed wrong is said in one line. */
    static CommandLine command() {
        return new CommandLine(new ChaosCommand()).setExecutionExceptionHandler((failure, line, parsed) -> {
            if (failure instanceof IllegalArgumentException) {
                line.getErr().println("rowlock chaos: " + failure.getMessage());
                return line.getCommandSpec().exitCodeOnInvalidInput();
            }
            throw failure;
        });
    }
}
