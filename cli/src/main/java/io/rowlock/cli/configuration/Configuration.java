package io.rowlock.cli.configuration;

import io.rowlock.LockSchema;
import io.rowlock.cli.database.Access;
import io.rowlock.cli.database.NamedPlace;
import io.rowlock.cli.database.Place;
import io.rowlock.cli.embedded.EmbeddedDatabase;
import io.rowlock.cli.exit.CliException;
import io.rowlock.cli.file.PrivateFile;
import io.rowlock.cli.output.Terminal;
import io.rowlock.cli.text.Secrets;
import java.io.Console;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The configuration: options go before the environment, and the environment before the file. User and password of the file belong
 * to the URL of the file: they are not sent to a database that was named elsewhere.
 *
 * @param access the way into the database that was named; empty when none was
 * @param table the lock table
 * @param driverPath where drivers are that are not in this jar
 */
public record Configuration(Optional<Access> access, String table, List<Path> driverPath) {

    /**
     * The arguments of the command line.
     *
     * @param url the database
     * @param user its user
     * @param table the lock table
     * @param file the configuration file
     * @param driverPath where more drivers are
     */
    public record Given(
            Optional<String> url,
            Optional<String> user,
            Optional<String> table,
            Optional<Path> file,
            Optional<String> driverPath) {}

    /**
     * Puts together what options, environment and file say.
     *
     * @param given the options
     * @param environment the environment
     * @return the configuration
     */
    public static Configuration read(Given given, Map<String, String> environment) {
        given.url().ifPresent(Configuration::rejectSecret);
        Map<String, String> known = nonEmpty(environment);
        ConfigurationFile file = ConfigurationFile.read(given.file(), known);
        Optional<String> named = given.url().or(() -> get(known, "ROWLOCK_URL"));
        Optional<String> url = named.or(() -> file.get("url"));
        ConfigurationFile credentials = named.isPresent() ? ConfigurationFile.NONE : file;
        Optional<String> user =
                given.user().or(() -> get(known, "ROWLOCK_USER")).or(() -> credentials.get("user"));
        if (url.isEmpty() && user.isPresent()) {
            throw CliException.usage("a user is named, but no database: add --url, or ROWLOCK_URL in the environment");
        }
        return new Configuration(
                url.map(address -> new Access(address, user, password(address, user, known, credentials))),
                table(given, known, file),
                paths(given.driverPath()
                        .or(() -> get(known, "ROWLOCK_DRIVER_PATH"))
                        .or(() -> file.get("driver-path"))));
    }

    /**
     * The lock table alone.
     *
     * @param given the options
     * @param environment the environment
     * @return its name
     */
    static String table(Given given, Map<String, String> environment) {
        Map<String, String> known = nonEmpty(environment);
        return table(given, known, ConfigurationFile.read(given.file(), known));
    }

    private static String table(Given given, Map<String, String> known, ConfigurationFile file) {
        return given.table()
                .or(() -> get(known, "ROWLOCK_TABLE"))
                .or(() -> file.get("table"))
                .orElse(LockSchema.DEFAULT_TABLE);
    }

    /**
     * Where the locks are.
     *
     * @return the database that was named, or the embedded one
     */
    public Place place() {
        return access.<Place>map(way -> new NamedPlace(way, driverPath))
                .orElseGet(() -> EmbeddedDatabase.of(System.getenv()));
    }

    private static void rejectSecret(String url) {
        if (!url.equals(Secrets.hideIn(url))) {
            throw CliException.usage("--url " + Secrets.hideIn(url)
                    + " holds a secret, which every process list shows; put the URL into ROWLOCK_URL or the configuration"
                    + " file, or the password into ROWLOCK_PASSWORD");
        }
    }

    private static Optional<String> password(
            String url, Optional<String> user, Map<String, String> environment, ConfigurationFile file) {
        return get(environment, "ROWLOCK_PASSWORD")
                .or(() -> get(environment, "ROWLOCK_PASSWORD_FILE").map(path -> PrivateFile.line(Path.of(path))))
                .or(() -> file.get("password"))
                .or(() -> url.equals(Secrets.hideIn(url)) ? user.flatMap(Configuration::ask) : Optional.empty());
    }

    private static Optional<String> ask(String user) {
        return Terminal.person().map(person -> ask(person, user));
    }

    private static String ask(Console person, String user) {
        char[] typed = person.readPassword("Password of %s: ", user);
        return typed == null ? "" : new String(typed);
    }

    private static List<Path> paths(Optional<String> text) {
        return text.stream()
                .flatMap(paths -> Stream.of(paths.split(File.pathSeparator)))
                .filter(Predicate.not(String::isEmpty))
                .map(Path::of)
                .toList();
    }

    private static Map<String, String> nonEmpty(Map<String, String> environment) {
        return environment.entrySet().stream()
                .filter(entry -> !entry.getValue().isEmpty())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static Optional<String> get(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name));
    }
}
