package io.rowlock.cli;

import io.rowlock.cli.admin.DoctorCommand;
import io.rowlock.cli.admin.LsCommand;
import io.rowlock.cli.admin.PurgeCommand;
import io.rowlock.cli.admin.RevokeCommand;
import io.rowlock.cli.admin.SchemaCommand;
import io.rowlock.cli.admin.ShowCommand;
import io.rowlock.cli.demo.DemoCommand;
import io.rowlock.cli.run.LeadCommand;
import io.rowlock.cli.run.RunCommand;
import io.rowlock.cli.ticket.AcquireCommand;
import io.rowlock.cli.ticket.CheckCommand;
import io.rowlock.cli.ticket.ExtendCommand;
import io.rowlock.cli.ticket.ReleaseCommand;
import java.util.Set;
import java.util.function.Supplier;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.HelpCommand;

/**
 * All commands. Looking into the annotations of each of them takes longer than most of them take to do their work, so
 * only the one that is called is looked into; all of them for those that tell of the others.
 */
enum Subcommands {
    RUN("run", RunCommand::new),
    LEAD("lead", LeadCommand::new),
    LS("ls", LsCommand::new),
    SHOW("show", ShowCommand::new),
    REVOKE("revoke", RevokeCommand::new),
    PURGE("purge", PurgeCommand::new),
    ACQUIRE("acquire", AcquireCommand::new),
    CHECK("check", CheckCommand::new),
    EXTEND("extend", ExtendCommand::new),
    RELEASE("release", ReleaseCommand::new),
    DOCTOR("doctor", DoctorCommand::new),
    SCHEMA("schema", SchemaCommand::new),
    DEMO("demo", DemoCommand::new),
    COMPLETION("generate-completion", GenerateCompletion::new),
    MAN("generate-man", ManCommand::new),
    WARM_UP("warm-up", WarmUpCommand::new),
    HELP("help", HelpCommand::new);

    private static final Set<Subcommands> TELL_OF_ALL = Set.of(COMPLETION, MAN, HELP);

    private final String word;

    @SuppressWarnings("ImmutableEnumChecker") // constructors, all of them
    private final Supplier<Object> maker;

    Subcommands(String word, Supplier<Object> maker) {
        this.word = word;
        this.maker = maker;
    }

    static void addTo(CommandLine root, String... args) {
        for (String arg : args) {
            for (Subcommands command : values()) {
                if (arg.equals(command.word) && !TELL_OF_ALL.contains(command)) {
                    command.addTo(root);
                    return;
                }
            }
            if (!arg.startsWith("-")) {
                break;
            }
        }
        for (Subcommands command : values()) {
            command.addTo(root);
        }
    }

    private void addTo(CommandLine root) {
        root.addSubcommand(word, maker.get());
    }
}
