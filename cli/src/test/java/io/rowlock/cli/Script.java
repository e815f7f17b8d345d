package io.rowlock.cli;

import io.rowlock.engines.machine.Availability;
import io.rowlock.engines.machine.Prerequisite;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The tool {@code script}, which makes a terminal for a program. */
public final class Script {
    private Script() {}

    /** Skips the running test where the tool is missing, and fails it in continuous integration. */
    public static void require() {
        Prerequisite.require(availability(System.getenv().getOrDefault("PATH", "")));
    }

    static Availability availability(String path) {
        return Stream.of(path.split(File.pathSeparator, -1)).anyMatch(Script::holdsIt)
                ? Availability.available()
                : Availability.unavailable(
                        "the tool script, which makes a terminal, is not on the path",
                        "install util-linux (on Debian: bsdutils)");
    }

    private static boolean holdsIt(String directory) {
        return !directory.isEmpty() && Files.isExecutable(Path.of(directory, "script"));
    }
}
