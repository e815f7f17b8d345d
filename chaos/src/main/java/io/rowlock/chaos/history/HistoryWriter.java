package io.rowlock.chaos.history;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Writes the history of one process. When {@link #write} returns, the operating system has the line: whatever happens to the
 * process afterwards, {@code kill -9} included, the line is there. Thread-safe.
 */
public final class HistoryWriter implements AutoCloseable {
    private final FileOutputStream file;

    public HistoryWriter(Path path) {
        try {
            file = new FileOutputStream(path.toFile(), true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void write(Event event) {
        byte[] line = event.line().getBytes(StandardCharsets.UTF_8);
        synchronized (file) {
            try {
                file.write(line);
            } catch (IOException e) {
                throw new UncheckedIOException("the history cannot be written", e);
            }
        }
    }

    /** Writes an event of this moment. */
    public void write(Kind kind, String lock, long id, long token, String note) {
        write(new Event(System.nanoTime(), kind, lock, id, token, 0, note));
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
