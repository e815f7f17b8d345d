package io.rowlock.engines.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The state of a process, as Linux tells it in {@code /proc}. */
enum ProcessState {
    RUNNING,
    FROZEN,
    GONE;

    static ProcessState of(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return ofLetter(stat.charAt(stat.lastIndexOf(')') + 2));
        } catch (IOException noSuchProcess) {
            return GONE;
        }
    }

    /** A zombie is gone: it holds no file, no memory, no lock. */
    private static ProcessState ofLetter(char letter) {
        return switch (letter) {
            case 'T', 't' -> FROZEN;
            case 'Z', 'X', 'x' -> GONE;
            default -> RUNNING;
        };
    }
}
