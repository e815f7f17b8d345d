package io.rowlock.engines.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How a {@link ChildJvm} is started. Immutable.
 *
 * @param main the class whose {@code main} runs, found on this JVM's class path
 * @param options the JVM's options
 * @param environment what is added to the environment
 */
public record JvmLaunch(String main, List<String> options, Map<String, String> environment) {

    public JvmLaunch {
        options = List.copyOf(options);
        environment = Map.copyOf(environment);
    }

    public static JvmLaunch of(Class<?> main) {
        return new JvmLaunch(main.getName(), List.of(), Map.of());
    }

    /** With one more option, such as {@code -Duser.timezone=Asia/Tokyo}. */
    public JvmLaunch option(String option) {
        List<String> more = new ArrayList<>(options);
        more.add(option);
        return new JvmLaunch(main, more, environment);
    }

    /** With a wall clock that is wrong. */
    public JvmLaunch clock(SkewedClock clock) {
        Map<String, String> more = new HashMap<>(environment);
        more.putAll(clock.environment());
        return new JvmLaunch(main, options, more);
    }

    /** On a system that fails on demand. */
    public JvmLaunch on(SystemFaults faults) {
        Map<String, String> more = new HashMap<>(environment);
        more.putAll(faults.environment());
        return new JvmLaunch(main, options, more);
    }

    public ChildJvm start(String... arguments) {
        try {
            Path errors = Files.createTempFile(ScratchDirectory.create("jvm"), "stderr", ".log");
            ProcessBuilder builder = new ProcessBuilder(command(arguments)).redirectError(errors.toFile());
            builder.environment().putAll(environment);
            return new ChildJvm(OsProcess.start(builder), errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> command(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Children start often, live shortly, and share the machine with a database.
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xmx256m"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
        command.addAll(List.of(arguments));
        return command;
    }
}
