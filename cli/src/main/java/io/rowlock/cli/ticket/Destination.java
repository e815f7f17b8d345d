package io.rowlock.cli.ticket;

import io.rowlock.cli.exit.CliException;
import io.rowlock.cli.output.Output;
import io.rowlock.cli.text.Reasons;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/**
 * Where a ticket goes: made ready before the lock is taken, so that a full disk or a wrong path costs nobody a lock.
 * Thread-safe: it may be closed by a shutdown while the lock is being waited for.
 */
final class Destination implements AutoCloseable {
    private final @Nullable Path file;
    private boolean written;
    private boolean closed;

    private Destination(@Nullable Path file) {
        this.file = file;
    }

    static Destination of(@Nullable Path file) {
        if (file != null) {
            create(file);
        }
        return new Destination(file);
    }

    private static void create(Path file) {
        try {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } catch (IOException rejected) {
            throw CliException.failed(
                    "cannot create " + file + " for the ticket: " + Reasons.of(rejected) + "; nothing was locked",
                    rejected);
        }
    }

    /** Writes the ticket; false when it went nowhere. */
    synchronized boolean write(String text) {
        written = !closed && (file == null ? print(text) : write(file, text));
        return written;
    }

    private static boolean print(String text) {
        Output.out().println(text);
        return !Output.isBroken();
    }

    private static boolean write(Path file, String text) {
        try {
            Files.writeString(file, text + "\n");
            return true;
        } catch (IOException failed) {
            return false;
        }
    }

    /** Leaves no empty file behind. */
    @Override
    public synchronized void close() throws IOException {
        closed = true;
        if (file != null && !written) {
            Files.deleteIfExists(file);
        }
    }
}
