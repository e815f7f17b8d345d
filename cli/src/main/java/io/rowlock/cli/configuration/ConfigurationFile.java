package io.rowlock.cli.configuration;

import io.rowlock.cli.exit.CliException;
import io.rowlock.cli.file.Directories;
import io.rowlock.cli.file.PrivateFile;
import io.rowlock.cli.text.Reasons;
import io.rowlock.cli.text.Secrets;
import io.rowlock.cli.text.Text;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/** The properties file. One that was named must be there; the one in its usual place need not. */
final class ConfigurationFile {
    static final ConfigurationFile NONE = new ConfigurationFile(new Properties());

    private static final Set<String> KEYS = new TreeSet<>(Set.of("url", "user", "password", "table", "driver-path"));

    private final Properties properties;

    private ConfigurationFile(Properties properties) {
        this.properties = properties;
    }

    static ConfigurationFile read(Optional<Path> named, Map<String, String> environment) {
        Optional<Path> wanted = named.or(
                () -> Optional.ofNullable(environment.get("ROWLOCK_CONFIG")).map(Path::of));
        Path usual = Directories.configuration(environment).resolve("rowlock.properties");
        return wanted.isEmpty() && !Files.exists(usual) ? NONE : read(wanted.orElse(usual));
    }

    private static ConfigurationFile read(Path path) {
        Properties properties = new Properties();
        try (Reader in = Files.newBufferedReader(path)) {
            properties.load(in);
        } catch (IOException | IllegalArgumentException unreadable) {
            throw CliException.configuration(
                    "cannot read the configuration " + path + ": " + Reasons.of(unreadable), unreadable);
        }
        ConfigurationFile file = new ConfigurationFile(properties);
        file.requireKnownKeys(path);
        if (file.holdsSecret()) {
            PrivateFile.require(path, "it holds a password");
        }
        return file;
    }

    Optional<String> get(String key) {
        return Optional.ofNullable(properties.getProperty(key))
                .map(String::strip)
                .filter(value -> !value.isEmpty());
    }

    private boolean holdsSecret() {
        return get("password").isPresent()
                || get("url").filter(url -> !url.equals(Secrets.hideIn(url))).isPresent();
    }

    private void requireKnownKeys(Path path) {
        for (String key : properties.stringPropertyNames()) {
            if (!KEYS.contains(key)) {
                throw CliException.configuration(
                        "the configuration " + path + " has the key '" + Text.printable(key) + "'; known are "
                                + String.join(", ", KEYS),
                        null);
            }
        }
    }
}
