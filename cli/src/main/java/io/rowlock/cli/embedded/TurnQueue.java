package io.rowlock.cli.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * The order in which waiting processes try to take the {@link Turn}: a directory with a file for each.
 *
 * <ol>
 *   <li>A file's name begins with the urgency and the moment of arrival, so the names' order is the queue's.
 *   <li>A waiting process marks its file as fresh each time it looks. A file that was not marked for a while is that of a process
 *       which was killed or stopped: it holds nobody up, and is deleted later. If its process goes on, it creates the file again.
 *   <li>Of the fresh files, the first one's process should try. If two take themselves for the first, the lock decides.
 * </ol>
 */
final class TurnQueue {
    private static final Duration FRESH = Duration.ofMillis(300);
    private static final Duration FORGOTTEN = Duration.ofSeconds(10);

    private final Path directory;
    private volatile boolean urgent;

    TurnQueue(Path directory) {
        this.directory = directory;
    }

    void urgent(boolean first) {
        urgent = first;
    }

    Ticket enter() throws IOException {
        Files.createDirectories(directory);
        Instant now = Instant.now();
        String name = "%d-%010d%09d-%d"
                .formatted(
                        urgent ? 0 : 1,
                        now.getEpochSecond(),
                        now.getNano(),
                        ProcessHandle.current().pid());
        return new Ticket(directory.resolve(name));
    }

    /** A place in the queue. */
    final class Ticket implements AutoCloseable {
        private final Path file;

        private Ticket(Path file) {
            this.file = file;
        }

        /** How many come before this one. Marks it as fresh. */
        int before() throws IOException {
            mark();
            try (Stream<Path> all = Files.list(directory)) {
                List<Path> earlier = all.filter(other -> other.getFileName().compareTo(file.getFileName()) < 0)
                        .toList();
                int count = 0;
                for (Path other : earlier) {
                    count += isFresh(other) ? 1 : 0;
                }
                return count;
            } catch (UncheckedIOException failure) {
                throw failure.getCause();
            }
        }

        private void mark() throws IOException {
            try {
                Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
            } catch (NoSuchFileException isNew) {
                Files.createFile(file);
            }
        }

        @Override
        public void close() throws IOException {
            Files.deleteIfExists(file);
        }
    }

    private static boolean isFresh(Path file) throws IOException {
        try {
            // A mark that lies ahead was made before the clock was set back, perhaps by a process that is gone.
            Duration age = Duration.between(Files.getLastModifiedTime(file).toInstant(), Instant.now())
                    .abs();
            if (age.compareTo(FORGOTTEN) > 0) {
                Files.deleteIfExists(file);
            }
            return age.compareTo(FRESH) < 0;
        } catch (NoSuchFileException gone) {
            return false;
        }
    }
}
