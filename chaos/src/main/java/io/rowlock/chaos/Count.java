package io.rowlock.chaos;

import io.rowlock.chaos.history.Event;
import io.rowlock.chaos.history.HistoryFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Counts what a run has done so far, from the histories as they grow. Of the guard races only those count here whose hold was
 * released; the report counts also those whose lease ran out. For one thread.
 */
final class Count {
    private final Path directory;
    private final Map<HistoryFile, Long> read = new HashMap<>();
    private final Set<String> guarded = new HashSet<>();
    private final Set<String> released = new HashSet<>();
    private long acquisitions;
    private long guardRaces;
    private long cuts;

    Count(Path directory) {
        this.directory = directory;
    }

    long acquisitions() {
        return acquisitions;
    }

    long guardRaces() {
        return guardRaces;
    }

    long cuts() {
        return cuts;
    }

    /** Counts in what was added since the last time. */
    void update() {
        HistoryFile.all(directory).stream()
                .filter(file -> !file.process().equals(HistoryFile.OBSERVER))
                .forEach(this::update);
    }

    private void update(HistoryFile file) {
        try (RandomAccessFile bytes = new RandomAccessFile(file.path().toFile(), "r")) {
            long from = read.getOrDefault(file, 0L);
            byte[] added = new byte[(int) Math.min(Integer.MAX_VALUE - 8, bytes.length() - from)];
            bytes.seek(from);
            bytes.readFully(added);
            String text = new String(added, StandardCharsets.ISO_8859_1);
            int end = text.lastIndexOf('\n') + 1;
            text.substring(0, end).lines().map(Event::parse).forEach(event -> count(file.process(), event));
            read.put(file, from + end);
        } catch (IOException notThereYet) {
            // The next time.
        }
    }

    private void count(String process, Event event) {
        String hold = process + " " + event.lock() + " " + event.token();
        switch (event.kind()) {
            case GRANTED -> acquisitions++;
            case GUARDING -> guarding(hold);
            case COMMITTED, ABORTED, UNKNOWN -> guarded.remove(hold);
            case RELEASING -> releasing(hold);
            case FAULT -> cuts += event.note().equals("cuts") ? event.until() : 0;
            default -> {
                // Not counted.
            }
        }
    }

    private void guarding(String hold) {
        if (released.remove(hold)) {
            guardRaces++;
        } else {
            guarded.add(hold);
        }
    }

    private void releasing(String hold) {
        if (guarded.remove(hold)) {
            guardRaces++;
        } else {
            released.add(hold);
        }
    }
}
