package io.rowlock.cli;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The manual page, made from what the commands say of themselves. */
final class ManPage {
    private static final List<String> EXIT = List.of(
            "0|It did what was asked.",
            "1|It ran, and its finding is not as it should be.",
            "2|It was called wrongly.",
            "69|The database cannot be reached, or cannot serve.",
            "70|Something went wrong that should not be able to.",
            "75|Someone else has the lock (run: or what --busy-exit says).",
            "76|The lock was lost, or the ticket has ended.",
            "78|The configuration, or a file with a secret in it, cannot be used.",
            "126, 127|The program cannot be executed, or is not to be found.",
            "128+N|Signal N stopped it. Otherwise run exits with the status of its program.");

    private static final List<String> ENVIRONMENT = List.of(
            "ROWLOCK_URL, ROWLOCK_USER, ROWLOCK_PASSWORD|The database, as --url and --user name it, and the password.",
            "ROWLOCK_PASSWORD_FILE|A file that holds the password, and that only you can read.",
            "ROWLOCK_TABLE, ROWLOCK_CONFIG, ROWLOCK_DRIVER_PATH|As --table, --config and --driver-path.",
            "ROWLOCK_NAME, ROWLOCK_TOKEN|Set for the program that run and lead start.",
            "XDG_CONFIG_HOME, XDG_STATE_HOME|Where the configuration file and the embedded database are.",
            "COLUMNS, LINES|The size of the window, if it is not the terminal's.",
            "NO_COLOR|No colours, if it is set to anything.");

    private final CommandSpec root;
    private final StringBuilder page = new StringBuilder();

    ManPage(CommandSpec root) {
        this.root = root;
    }

    String text() {
        line(".TH ROWLOCK 1 \"\" \"" + root.version()[0] + "\" \"Rowlock\"");
        section("NAME", "rowlock - " + root.usageMessage().description()[0]);
        section("SYNOPSIS", "rowlock COMMAND [OPTION...]");
        line(".SH COMMANDS");
        commands().forEach(this::command);
        list("EXIT STATUS", EXIT);
        list("ENVIRONMENT", ENVIRONMENT);
        return page.toString();
    }

    private Stream<CommandSpec> commands() {
        return root.subcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(command -> !command.usageMessage().hidden());
    }

    private void command(CommandSpec command) {
        line(".SS " + escape(command.name()));
        for (String paragraph : command.usageMessage().description()) {
            if (!paragraph.isEmpty()) {
                line(".PP");
                line(lines(CommandLine.Help.Ansi.OFF.string(paragraph.formatted())));
            }
        }
        command.positionalParameters().stream()
                .filter(argument -> !argument.hidden())
                .forEach(argument -> entry(label(argument), words(argument)));
        command.options().stream()
                .filter(option -> !option.hidden())
                .forEach(option -> entry(label(option), words(option)));
    }

    private static String label(PositionalParamSpec argument) {
        return argument.paramLabel();
    }

    private static String label(OptionSpec option) {
        String names = String.join(", ", option.names());
        return option.arity().max() == 0 ? names : names + " " + option.paramLabel();
    }

    private static String words(ArgSpec argument) {
        return Stream.of(argument.description()).map(String::formatted).collect(Collectors.joining(" "));
    }

    private void section(String title, String text) {
        line(".SH " + title);
        line(escape(text));
    }

    private void list(String title, List<String> entries) {
        line(".SH " + title);
        for (String entry : entries) {
            entry(entry.substring(0, entry.indexOf('|')), entry.substring(entry.indexOf('|') + 1));
        }
    }

    private void entry(String label, String words) {
        line(".TP");
        line("\\fB" + escape(label) + "\\fR");
        line(escape(words));
    }

    private static String lines(String text) {
        return text.strip().lines().map(ManPage::escape).collect(Collectors.joining("\n.br\n"));
    }

    private void line(String text) {
        page.append(text).append('\n');
    }

    /** A hyphen would be set as a dash, and a line that begins with a dot or a quote would be a request. */
    private static String escape(String text) {
        String escaped = text.replace("\\", "\\e").replace("-", "\\-");
        return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
    }
}
