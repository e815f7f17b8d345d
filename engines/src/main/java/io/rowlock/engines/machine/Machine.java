package io.rowlock.engines.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The machine the tests run on. */
public final class Machine {

    private Machine() {}

    /** Whether the servers' files, which are built for it, run here. */
    public static Availability linuxOnAmd64() {
        String system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
        return system.equals("Linux amd64")
                ? Availability.available()
                : Availability.unavailable(
                        "the server's files are for Linux amd64, this is " + system, "run the tests on Linux amd64");
    }

    /** Whether this JVM runs as root, as which some servers do not run. */
    public static boolean isRoot() {
        try {
            return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        } catch (IOException | UnsupportedOperationException noProc) {
            return "root".equals(System.getProperty("user.name"));
        }
    }
}
