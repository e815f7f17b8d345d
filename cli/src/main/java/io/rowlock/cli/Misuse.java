package io.rowlock.cli;

import io.rowlock.cli.exit.ExitStatus;
import io.rowlock.cli.text.Secrets;
import io.rowlock.cli.text.Spelling;
import io.rowlock.cli.text.Text;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

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
            err.println("rowlock: " + Secrets.hideInText(sentence(failure, command.getCommandSpec())));
        }
        err.flush();
        return ExitStatus.USAGE;
    }

    private static String sentence(ParameterException failure, CommandSpec command) {
        String advice = "see '" + command.qualifiedName() + " --help'";
        String wrong = wrong(failure, command);
        return wrong.endsWith("?") ? wrong + " S" + advice.substring(1) : wrong + "; " + advice;
    }

    private static String wrong(ParameterException failure, CommandSpec command) {
        if (failure instanceof UnmatchedArgumentException unmatched) {
            return unmatched(unmatched.getUnmatched().get(0), unmatched.isUnknownOption(), command);
        }
        if (failure instanceof MissingParameterException missing) {
            return missing(missing, command);
        }
        boolean isHelpOnNothing = String.valueOf(failure.getMessage()).startsWith("Unknown subcommand");
        return isHelpOnNothing
                ? noCommand(String.valueOf(failure.getValue()))
                : String.valueOf(failure.getMessage())
                        .replaceFirst(" is not an? (?:int|long)$", " is not a whole number");
    }

    /** The value of an option may be a secret, and its name is all that is wrong. */
    private static String unmatched(String word, boolean isOption, CommandSpec command) {
        if (isOption) {
            String name = word.replaceFirst("=.*", "");
            List<String> options = command.options().stream()
                    .filter(option -> !option.hidden())
                    .map(OptionSpec::longestName)
                    .toList();
            return command.name() + " has no option '" + Text.printable(name) + "'" + Spelling.hint(name, options);
        }
        return command.parent() == null
                ? noCommand(word)
                : command.name() + " takes no further argument '" + Text.printable(word) + "'";
    }

    private static String noCommand(String word) {
        if (CommandList.CHECKOUT.containsKey(word)) {
            return word + " is a program of its own, which the launcher of a checkout builds and runs: ./rowlock "
                    + word;
        }
        return "there is no command '" + Text.printable(word) + "'" + Spelling.hint(word, Subcommands.words());
    }

    private static String missing(MissingParameterException failure, CommandSpec command) {
        String needs = failure.getMissing().stream().map(Misuse::label).collect(Collectors.joining(" and "));
        boolean isValue = String.valueOf(failure.getMessage()).contains("for option");
        return isValue ? needs.replace(" ", " needs ") : command.name() + " needs " + needs;
    }

    private static String label(ArgSpec argument) {
        return argument instanceof OptionSpec option
                ? option.longestName() + " " + option.paramLabel()
                : argument.paramLabel();
    }
}
