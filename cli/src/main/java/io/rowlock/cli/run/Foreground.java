package io.rowlock.cli.run;

import io.rowlock.cli.output.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether this process, and the program with it, is in the foreground of a terminal, which then sends both its Ctrl-C. */
final class Foreground {
    private static final Path STAT = Path.of("/proc/self/stat");

    /** Where these stand after the process's name, which may hold blanks and brackets. */
    private static final int GROUP = 2;

    private static final int FOREGROUND_GROUP = 5;

    private Foreground() {}

    static boolean isOurs() {
        try {
            String stat = Files.readString(STAT);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", FOREGROUND_GROUP + 2);
            return fields[GROUP].equals(fields[FOREGROUND_GROUP]);
        } catch (IOException notLinux) {
            return Terminal.person().isPresent();
        }
    }
}
