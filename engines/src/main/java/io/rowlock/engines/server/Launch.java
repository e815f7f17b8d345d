package io.rowlock.engines.server;

import io.rowlock.engines.process.Signal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * How a database server is started and ended.
 *
 * @param command the program and its arguments, for a port
 * @param environment what is added to its environment
 * @param log where it writes to
 * @param shutdown the signal at which it ends gracefully
 * @param console its administrator's console, for a port
 */
public record Launch(
        IntFunction<List<String>> command,
        Map<String, String> environment,
        Path log,
        Signal shutdown,
        IntFunction<Console> console) {

    private static volatile Map<String, String> surroundings = Map.of();

    /** Adds this to the environment of every server that is started from now on. */
    public static void startOn(Map<String, String> environment) {
        surroundings = environment;
    }

    public ProcessBuilder process(int port) {
        ProcessBuilder builder = new ProcessBuilder(command.apply(port));
        builder.environment().putAll(environment);
        builder.environment().putAll(surroundings);
        return builder.redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    }
}
