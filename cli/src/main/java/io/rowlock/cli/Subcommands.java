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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.HelpCommand;

/**
 * All commands. Looking into the annotations of each of them takes longer than most of them take to do their work, so
 * only the one that is called is looked into; all of them for those that tell of the others.
 */
enum Subcommands {
    RUN("run", Group.PROGRAM, "runs a program under a lock", RunCommand::new),
    LEAD("lead", Group.PROGRAM, "keeps a program running on one node at a time", LeadCommand::new),
    LS("ls", Group.LOCKS, "lists the locks that are not free", LsCommand::new),
    SHOW("show", Group.LOCKS, "shows one lock in full", ShowCommand::new),
    REVOKE("revoke", Group.LOCKS, "ends a hold", RevokeCommand::new),
    PURGE("purge", Group.LOCKS, "deletes the rows of locks that were long unused", PurgeCommand::new),
    ACQUIRE("acquire", Group.SCRIPT, "acquires a lock, and prints a ticket for it", AcquireCommand::new),
    CHECK("check", Group.SCRIPT, "checks that a ticket's lock is still held", CheckCommand::new),
    EXTEND("extend", Group.SCRIPT, "extends a ticket's lock by another lease", ExtendCommand::new),
    RELEASE("release", Group.SCRIPT, "releases a ticket's lock", ReleaseCommand::new),
    DOCTOR("doctor", Group.DATABASE, "looks for all that puts a promise at risk", DoctorCommand::new),
    SCHEMA("schema", Group.DATABASE, "prints or runs the statements that create the table", SchemaCommand::new),
    DEMO("demo", Group.MORE, "a shop that oversells, then does not", DemoCommand::new),
    COMPLETION("generate-completion", Group.MORE, "prints the completion for bash and zsh", GenerateCompletion::new),
    MAN("generate-man", Group.MORE, "prints the manual page", ManCommand::new),
    WARM_UP("warm-up", Group.NONE, "", WarmUpCommand::new),
    HELP("help", Group.MORE, "tells more of one command", HelpCommand::new);

    /** The commands that belong together, as the help shows them. */
    enum Group {
        PROGRAM("Run a program under a lock"),
        LOCKS("See locks, and settle them"),
        SCRIPT("Hold a lock in a script"),
        DATABASE("Look after the database"),
        MORE("More"),
        NONE("");

        private final String title;

        Group(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }

        boolean isShown() {
            return this != NONE;
        }

        /** The commands of this group, and what each does. */
        Map<String, String> summaries() {
            Map<String, String> summaries = new LinkedHashMap<>();
            Stream.of(Subcommands.values())
                    .filter(command -> command.group == this)
                    .forEach(command -> summaries.put(command.word, command.summary));
            return summaries;
        }
    }

    private static final Set<Subcommands> TELL_OF_ALL = Set.of(COMPLETION, MAN, HELP);

    private final String word;
    private final Group group;
    private final String summary;

    @SuppressWarnings("ImmutableEnumChecker") // constructors, all of them
    private final Supplier<Object> maker;

    Subcommands(String word, Group group, String summary, Supplier<Object> maker) {
        this.word = word;
        this.group = group;
        this.summary = summary;
        this.maker = maker;
    }

    /** The commands that people may use. */
    static List<String> words() {
        return Stream.of(values())
                .filter(command -> command.group.isShown())
                .map(command -> command.word)
                .toList();
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
