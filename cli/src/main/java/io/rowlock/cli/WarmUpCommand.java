package io.rowlock.cli;

import io.rowlock.cli.exit.ExitStatus;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * The command with which the launcher gets to know the classes that the others need, to have them ready at the next
 * start: it runs what is run most often, in a directory of its own, and knocks at databases where there are none.
 */
@Command(name = "warm-up", hidden = true, description = "Runs the code of the other commands once, without an effect.")
final class WarmUpCommand implements Callable<Integer> {
    private static final String NOWHERE = "//127.0.0.1:1/none";

    @Parameters(index = "0")
    private Path properties = Path.of("");

    @Override
    public Integer call() {
        String file = properties.toString();
        for (List<String> words : List.of(
                List.of("ls", "--config", file, "--url", "jdbc:postgresql:" + NOWHERE),
                List.of("ls", "--config", file, "--url", "jdbc:mariadb:" + NOWHERE),
                List.of("run", "warm-up", "--config", file, "--", "true"),
                List.of("ls", "--config", file, "--all"),
                List.of("ls", "--config", file, "--all", "--json"))) {
            Main.commandLine(words.toArray(String[]::new)).execute(words.toArray(String[]::new));
        }
        return ExitStatus.OK;
    }
}
