package io.rowlock.cli.database;

import io.rowlock.cli.exit.CliException;
import io.rowlock.cli.text.Reasons;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.logging.LogManager;
import java.util.stream.Stream;

/**
 * Finds the JDBC driver for a URL. Those in this jar are known by how their URLs begin, so that only the one that is
 * needed is loaded; the driver manager would load them all.
 */
public final class Drivers {
    private static final int LOGIN_SECONDS = 10;
    private static final String H2 = "jdbc:h2:";
    private static final Map<String, String> KNOWN = Map.of(
            H2,
            "org.h2.Driver",
            "jdbc:postgresql:",
            "org.postgresql.Driver",
            "jdbc:mariadb:",
            "org.mariadb.jdbc.Driver",
            "jdbc:mysql:",
            "org.mariadb.jdbc.Driver");

    private Drivers() {}

    /**
     * The driver that understands the URL.
     *
     * @param access whose URL
     * @param path where to look before looking in this jar
     * @return the driver
     * @throws CliException if there is none
     */
    public static Driver find(Access access, List<Path> path) {
        DriverManager.setLoginTimeout(LOGIN_SECONDS);
        if (!access.url().startsWith(H2)) {
            LogManager.getLogManager().reset(); // some drivers log what they also throw
        }
        return onPath(access, path)
                .or(() -> known(access.url()))
                .orElseThrow(
                        () -> CliException.usage(
                                "no driver here understands the URL '" + access
                                        + "'; it should look like jdbc:postgresql://host/database, jdbc:mysql://host/database,"
                                        + " jdbc:mariadb://host/database or jdbc:h2:tcp://host/database; --driver-path adds other drivers"));
    }

    private static Optional<Driver> known(String url) {
        return KNOWN.entrySet().stream()
                .filter(entry -> url.startsWith(entry.getKey()))
                .findFirst()
                .map(entry -> load(entry.getValue()));
    }

    private static Driver load(String name) {
        try {
            return Class.forName(name).asSubclass(Driver.class).getConstructor().newInstance();
        } catch (ReflectiveOperationException missing) {
            throw CliException.failed("the driver " + name + " is not in this jar", missing);
        }
    }

    private static Optional<Driver> onPath(Access access, List<Path> path) {
        if (path.isEmpty()) {
            return Optional.empty();
        }
        URL[] jars = path.stream().flatMap(Drivers::jars).toArray(URL[]::new);
        try {
            return in(new URLClassLoader(jars, Drivers.class.getClassLoader()), access.url());
        } catch (ServiceConfigurationError | LinkageError broken) {
            throw CliException.configuration(
                    "a driver of --driver-path cannot be loaded: " + Reasons.of(broken), broken);
        }
    }

    private static Optional<Driver> in(ClassLoader loader, String url) {
        return ServiceLoader.load(Driver.class, loader).stream()
                .filter(provider -> !Objects.equals(provider.type().getClassLoader(), Drivers.class.getClassLoader()))
                .<Driver>map(ServiceLoader.Provider::get)
                .filter(driver -> accepts(driver, url))
                .findFirst();
    }

    private static Stream<URL> jars(Path path) {
        try (Stream<Path> entries = Files.isDirectory(path) ? Files.list(path) : Stream.of(path.toRealPath())) {
            return entries.filter(entry -> entry.toString().endsWith(".jar")).map(Drivers::url).toList().stream();
        } catch (IOException missing) {
            throw CliException.configuration(
                    "cannot read " + path + " of --driver-path: " + Reasons.of(missing), missing);
        }
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static boolean accepts(Driver driver, String url) {
        try {
            return driver.acceptsURL(url);
        } catch (SQLException e) {
            return false;
        }
    }
}
