package io.rowlock.cli.run;

import io.rowlock.cli.exit.CliException;
import io.rowlock.cli.exit.ExitStatus;
import io.rowlock.cli.text.Text;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A program to run, known to be there before a lock is taken for it.
 *
 * @param command the program and its arguments
 */
record Program(List<String> command) {
    /** The launcher's note of the locale that the command itself cannot use. */
    private static final String LOCALE = "ROWLOCK_LC_ALL";

    static Program find(List<String> command) {
        String name = command.get(0);
        List<Path> places = places(name).toList();
        if (places.stream().noneMatch(Program::isProgram)) {
            boolean there = places.stream().anyMatch(Files::exists);
            throw CliException.of(
                    there ? ExitStatus.NOT_EXECUTABLE : ExitStatus.NOT_FOUND,
                    "program '" + Text.printable(name) + (there ? "' cannot be executed" : "' is not to be found")
                            + "; nothing was locked");
        }
        return new Program(command);
    }

    private static Stream<Path> places(String name) {
        if (name.isEmpty() || name.contains("/")) {
            return Stream.of(Path.of(name));
        }
        String path = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
        return Stream.of(path.split(File.pathSeparator)).map(directory -> Path.of(directory, name));
    }

    private static boolean isProgram(Path path) {
        return Files.isRegularFile(path) && Files.isExecutable(path);
    }

    /** Its name, without its arguments, which may hold secrets. */
    String name() {
        Path last = Path.of(command.get(0)).getFileName();
        return last == null ? command.get(0) : last.toString();
    }

    /** Starts it with our standard streams. Some failures, such as a missing interpreter, show only now, under the lock. */
    Process start(Map<String, String> more) {
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        restoreLocale(builder.environment());
        builder.environment().putAll(more);
        try {
            return builder.start();
        } catch (IOException rejected) {
            throw CliException.of(
                    ExitStatus.NOT_EXECUTABLE,
                    "cannot run '" + Text.printable(name()) + "': " + rejected.getMessage()
                            + "; its lock is released, but stays taken for what --keep says");
        }
    }

    /** Gives the program the locale that it would have had without us. */
    private static void restoreLocale(Map<String, String> environment) {
        String original = environment.remove(LOCALE);
        if (original != null && original.isEmpty()) {
            environment.remove("LC_ALL");
        } else if (original != null) {
            environment.put("LC_ALL", original);
        }
    }
}
