package io.rowlock.cli.admin;

import io.rowlock.Finding;
import io.rowlock.Rowlock;
import io.rowlock.cli.configuration.Configuration;
import io.rowlock.cli.configuration.DatabaseOptions;
import io.rowlock.cli.exit.CliException;
import io.rowlock.cli.exit.ExitStatus;
import io.rowlock.cli.lock.Owner;
import io.rowlock.cli.look.ReadingDoctor;
import io.rowlock.cli.output.Json;
import io.rowlock.cli.output.Output;
import io.rowlock.cli.output.Style;
import io.rowlock.cli.output.Terminal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code rowlock doctor}. */
@Command(
        name = "doctor",
        description = {
            "Connects, and checks table, privileges, settings and clock: everything that the promises rest on. The status"
                    + " is 0 when all is well, 1 when a promise may be broken, 69 when the database cannot serve at all.",
            "",
            "It races for the lock rowlock:doctor, to see that one wins. It creates nothing in a database that was"
                    + " named. An account with SELECT alone leaves out the race and all else that writes.",
            ""
        },
        mixinStandardHelpOptions = true)
public final class DoctorCommand implements Callable<Integer> {
    @Option(names = "--json", description = "A JSON array of what was found.")
    private boolean json;

    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Override
    public Integer call() {
        Configuration configuration = database.configuration();
        try (Rowlock rowlock = database.look(Owner.describe("doctor"))) {
            return report(
                    configuration,
                    rowlock.admin().diagnose(),
                    style -> style.good("all is well")
                            + ": connection, table, privileges, settings, clock, and one winner in each race");
        } catch (CliException rejected) {
            if (!ReadingDoctor.isFor(rejected)) {
                throw rejected;
            }
            return examineByReading(configuration);
        }
    }

    private int examineByReading(Configuration configuration) {
        List<Finding> findings = ReadingDoctor.examine(configuration);
        System.err.println("rowlock: this user may read table " + configuration.table()
                + ", but not write it; so the statements that write, the race for a lock and the clock's rate were not"
                + " tried; to try them, run the doctor as the user of the applications");
        return report(
                configuration,
                findings,
                style -> style.good("nothing is wrong") + " with what can be read: connection, table and settings");
    }

    private int report(Configuration configuration, List<Finding> findings, Function<Style, String> well) {
        if (json) {
            Output.out()
                    .println(Json.write(
                            findings.stream().map(DoctorCommand::members).toList()));
        } else {
            print(configuration, findings, well);
        }
        Output.out().flush();
        return findings.isEmpty() ? ExitStatus.OK : ExitStatus.FAILED;
    }

    private static void print(Configuration configuration, List<Finding> findings, Function<Style, String> well) {
        Style style = new Style(Terminal.detect().colours());
        Output.out().println("Table " + configuration.table() + " in " + configuration.place() + ":");
        findings.forEach(finding -> Output.out()
                .println(style.bad("  " + severity(finding)) + " (" + finding.promises() + "): " + finding.problem()
                        + "\n    " + finding.remedy()));
        Output.out()
                .println(
                        findings.isEmpty()
                                ? "  " + well.apply(style)
                                : "  docs/promises.md explains S1, L1 and the other promises.");
    }

    private static String severity(Finding finding) {
        return finding.severity().name().toLowerCase(Locale.ROOT);
    }

    private static Map<String, Object> members(Finding finding) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("severity", finding.severity().name());
        members.put("promises", finding.promises());
        members.put("what", finding.problem());
        members.put("remedy", finding.remedy());
        return members;
    }
}
