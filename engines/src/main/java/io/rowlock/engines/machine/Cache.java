package io.rowlock.engines.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Directories that are costly to fill and never change afterwards: unpacked servers, empty databases, compiled
 * libraries. Each is filled once per machine, by whichever JVM comes first, beside its place and then renamed into it,
 * so that a half-filled one is never seen.
 *
 * <p>They live in the directory named by {@code -Drowlock.testkit.cache}, else in {@code ~/.cache/rowlock-testkit};
 * for root in {@code /var/cache/rowlock-testkit}, because servers that do not run as root must be able to read them.
 */
public final class Cache {

    /** Fills an empty directory. */
    @FunctionalInterface
    public interface Filling {
        void fill(Path empty) throws IOException;
    }

    private Cache() {}

    /** The directory of this name, filled on first use. */
    public static synchronized Path entry(String name, Filling filling) {
        Path entry = root().resolve(name);
        try {
            if (!Files.exists(entry)) {
                Files.createDirectories(root());
                fillAlone(entry, filling);
            }
            return entry;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot fill " + entry, e);
        }
    }

    private static Path root() {
        String chosen = System.getProperty("rowlock.testkit.cache");
        if (chosen != null) {
            return Path.of(chosen).toAbsolutePath();
        }
        return Machine.isRoot()
                ? Path.of("/var/cache/rowlock-testkit")
                : Path.of(System.getProperty("user.home"), ".cache", "rowlock-testkit");
    }

    private static void fillAlone(Path entry, Filling filling) throws IOException {
        Path lockFile = entry.resolveSibling(entry.getFileName() + ".lock");
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock alone = channel.lock()) {
            if (alone.isValid() && !Files.exists(entry)) {
                fill(entry, filling);
            }
        }
    }

    private static void fill(Path entry, Filling filling) throws IOException {
        Path part = entry.resolveSibling(entry.getFileName() + ".part");
        Tree.delete(part);
        filling.fill(Files.createDirectory(part));
        Files.move(part, entry, StandardCopyOption.ATOMIC_MOVE);
    }
}
