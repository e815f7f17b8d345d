package io.rowlock.cli;

import io.rowlock.cli.exit.ExitStatus;
import io.rowlock.cli.text.Secrets;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Says on standard error how the command was called wrongly: in one line, or with the usage if nothing was asked. */
final class Misuse {

    private Misuse() {}

    /** Prints what is wrong and returns the exit status for it. */
    static int print(ParameterException failure, String[] args) {
        CommandLine command = failure.getCommandLine();
        PrintWriter err = command.getErr();
        if (args.length == 0) {
            command.usage(err);
        } else {
            err.println("rowlock: " + Secrets.hideInText(String.valueOf(failure.getMessage())) + "; see '"
                    + command.getCommandSpec().qualifiedName() + " --help'");
        }
        err.flush();
        return ExitStatus.USAGE;
    }
}
