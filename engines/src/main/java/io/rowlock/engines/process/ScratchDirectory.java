package io.rowlock.engines.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A new directory for this JVM alone, removed after it, however it ends. */
public final class ScratchDirectory {

    private ScratchDirectory() {}

    public static Path create(String purpose) {
        try {
            Path directory = Files.createTempDirectory("rowlock-" + purpose + "-");
            Watchdog.remove(directory);
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
