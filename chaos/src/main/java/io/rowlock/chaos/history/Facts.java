package io.rowlock.chaos.history;

import io.rowlock.engines.machine.Source;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/**
 * The facts on which a run's histories depend: the client, the database, the lease and so on. Immutable.
 *
 * @param values by name
 */
public record Facts(Properties values) {
    private static final String FILE = "run.properties";

    public Facts {
        Properties copy = new Properties();
        copy.putAll(values);
        values = copy;
    }

    public static Facts read(Path directory) {
        Properties values = new Properties();
        try (Reader reader = Files.newBufferedReader(directory.resolve(FILE), StandardCharsets.UTF_8)) {
            values.load(reader);
        } catch (IOException e) {
            throw new UncheckedIOException(directory + " is not the directory of a run", e);
        }
        return new Facts(values);
    }

    public void write(Path directory) {
        try (Writer writer = Files.newBufferedWriter(directory.resolve(FILE), StandardCharsets.UTF_8)) {
            values.store(writer, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Facts with(String name, String value) {
        Properties more = new Properties();
        more.putAll(values);
        more.setProperty(name, value);
        return new Facts(more);
    }

    /** Adds the sources of the library that the run tests. */
    public Facts with(Source source) {
        return with("commit", source.commit()).with("tree", source.tree());
    }

    public Source source() {
        return text("commit").isEmpty() ? Source.UNKNOWN : new Source(text("commit"), text("tree"));
    }

    public String text(String name) {
        return values.getProperty(name, "");
    }

    public Duration millis(String name) {
        return Duration.ofMillis(Long.parseLong(values.getProperty(name, "0")));
    }

    public Set<String> names() {
        return new TreeSet<>(values.stringPropertyNames());
    }
}
