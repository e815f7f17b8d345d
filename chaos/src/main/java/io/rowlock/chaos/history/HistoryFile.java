package io.rowlock.chaos.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The history of one process, as it lies in a directory of a run.
 *
 * @param process the name of the process
 * @param path its file
 */
public record HistoryFile(String process, Path path) {

    /** The nemesis, which records the faults. */
    public static final String NEMESIS = "nemesis";

    /** The observer, which records the answers of the database. */
    public static final String OBSERVER = "observer";

    private static final String ENDING = ".history";

    /** The history of that process in that directory, whether it is there or not. */
    public static HistoryFile in(Path directory, String process) {
        return new HistoryFile(process, directory.resolve(process + ENDING));
    }

    /** All that there are. */
    public static List<HistoryFile> all(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(ENDING))
                    .sorted()
                    .map(HistoryFile::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static HistoryFile of(Path path) {
        String name = path.getFileName().toString();
        return new HistoryFile(name.substring(0, name.length() - ENDING.length()), path);
    }

    public HistoryWriter writer() {
        return new HistoryWriter(path);
    }

    /** Reads all whole lines; a process that was killed may have left half a one. */
    public void read(Consumer<Event> reader) {
        try {
            String text = Files.readString(path, StandardCharsets.UTF_8);
            int begin = 0;
            for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', begin)) {
                reader.accept(Event.parse(text.substring(begin, end)));
                begin = end + 1;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public boolean isWorkers() {
        return !process.equals(NEMESIS) && !process.equals(OBSERVER);
    }
}
