package io.rowlock.cli.run;

import io.rowlock.LockKey;
import io.rowlock.cli.exit.CliException;
import io.rowlock.cli.lock.LockName;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A lock and the program to run under it, which stands after {@code --}: elsewhere, options meant for it would be taken for ours. */
final class ProgramArguments {
    private static final String MARK = "--";

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "NAME", converter = LockName.class, description = "The lock.")
    private LockKey key = LockKey.of("-");

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "CMD", description = "The program and its arguments.")
    private List<String> command = List.of();

    LockKey key() {
        return key;
    }

    Program program() {
        if (afterMark().size() < command.size()) {
            throw CliException.usage("the program must stand after --, which keeps its options from being taken for"
                    + " rowlock's: " + spec.qualifiedName() + " NAME [OPTION...] -- CMD [ARG...]");
        }
        return Program.find(command);
    }

    private List<String> afterMark() {
        List<String> all = spec.commandLine().getParseResult().originalArgs();
        return all.contains(MARK) ? all.subList(all.indexOf(MARK) + 1, all.size()) : List.of();
    }
}
