package io.rowlock.chaos.worker;

import io.rowlock.chaos.client.ClientTerms;
import io.rowlock.chaos.history.HistoryFile;
import io.rowlock.engines.server.UrlDataSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The settings with which a worker starts, in words of the form {@code name=value}. Immutable.
 *
 * @param values by name
 */
public record WorkerConfig(Map<String, String> values) {

    public WorkerConfig {
        values = Map.copyOf(values);
    }

    /** Reads the words that {@link #words()} wrote. */
    static WorkerConfig of(String... words) {
        return new WorkerConfig(Arrays.stream(words)
                .map(word -> word.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1])));
    }

    /** To be put on a command line. */
    public String[] words() {
        return values.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .toArray(String[]::new);
    }

    /** The name of a lock. */
    public static String lock(int number) {
        return String.format("lock-%02d", number);
    }

    /** The names of all locks of a run. */
    public static List<String> locks(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(WorkerConfig::lock).toList();
    }

    String name() {
        return text("name");
    }

    HistoryFile history() {
        return HistoryFile.in(Path.of(text("directory")), name());
    }

    UrlDataSource database() {
        return new UrlDataSource(text("url"), text("user"), text("password"));
    }

    /** The database as the program sees it that uses the library; the same for most. */
    UrlDataSource applicationDatabase() {
        return new UrlDataSource(text("application-url"), text("user"), text("password"));
    }

    boolean hasOneDatabase() {
        return text("url").equals(text("application-url"));
    }

    ClientTerms terms() {
        return new ClientTerms(name(), lease(), callTimeout());
    }

    Duration lease() {
        return Duration.ofMillis(number("lease"));
    }

    Duration callTimeout() {
        return Duration.ofMillis(number("call-timeout"));
    }

    List<String> locks() {
        return locks(number("locks"));
    }

    int number(String name) {
        return Integer.parseInt(text(name));
    }

    long seed() {
        return Long.parseLong(text("seed"));
    }

    String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("a worker is not told its " + name);
        }
        return value;
    }
}
