package io.rowlock.cli.configuration;

import io.rowlock.LockEvent;
import io.rowlock.LockSetupException;
import io.rowlock.Rowlock;
import io.rowlock.RowlockBuilder;
import io.rowlock.cli.database.Access;
import io.rowlock.cli.database.Place;
import io.rowlock.cli.exit.CliException;
import io.rowlock.cli.text.Reasons;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that name a database. The password is none of them: a process list shows arguments to everyone. */
public final class DatabaseOptions {
    @Option(
            names = "--url",
            paramLabel = "JDBC_URL",
            description = "The database to use: PostgreSQL, MySQL, MariaDB or H2. Default: ROWLOCK_URL in the"
                    + " environment, then the configuration file, then an embedded database that all your processes on"
                    + " this machine share.")
    private @Nullable String url;

    @Option(
            names = "--user",
            paramLabel = "NAME",
            description =
                    "The database user. The password is read from ROWLOCK_PASSWORD in the environment, from the"
                            + " file that ROWLOCK_PASSWORD_FILE names, from the configuration file, or asked for on a terminal.")
    private @Nullable String user;

    @Option(names = "--table", paramLabel = "NAME", description = "The lock table. Default: rowlock.")
    private @Nullable String table;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Properties url, user, password, table, driver-path. Default:"
                    + " ~/.config/rowlock/rowlock.properties, if it is there.")
    private @Nullable Path config;

    @Option(
            names = "--driver-path",
            paramLabel = "PATH",
            description = "Jars, or directories of jars, with the JDBC drivers of other databases.")
    private @Nullable String driverPath;

    private @Nullable Configuration configuration;

    /**
     * The database that {@code --url} names, for a command to which the other options mean nothing.
     *
     * @return the way into it; empty when there is no such option
     * @throws CliException if one of the others is given
     */
    public Optional<Access> named() {
        if (url == null && user != null) {
            throw CliException.usage("--user needs --url, to say of which database");
        }
        if (table != null || config != null || driverPath != null) {
            throw CliException.usage(
                    "--table, --config and --driver-path are not for this command, which makes tables of"
                            + " its own and uses the drivers of this jar; leave them out");
        }
        return url == null ? Optional.empty() : configuration().access();
    }

    /**
     * All that was configured, read at the first call. That may ask a person for the password, once.
     *
     * @return options first, then the environment, then the file
     */
    public Configuration configuration() {
        if (configuration == null) {
            configuration = Configuration.read(given(), System.getenv());
        }
        return configuration;
    }

    /**
     * The lock table, for commands that do not connect to the database: nobody is asked for a password.
     *
     * @return its name
     */
    public String table() {
        return Configuration.table(given(), System.getenv());
    }

    private Configuration.Given given() {
        return new Configuration.Given(
                Optional.ofNullable(url),
                Optional.ofNullable(user),
                Optional.ofNullable(table),
                Optional.ofNullable(config),
                Optional.ofNullable(driverPath));
    }

    /**
     * Opens the lock table, and creates it if need be.
     *
     * @param owner who opens it, for people to read
     * @return the client, to be closed
     */
    public Rowlock open(String owner) {
        return open(owner, builder -> builder.createTable(true));
    }

    /**
     * Opens the lock table, and creates it if need be, for locks that end with the connection they are tied to.
     *
     * @param owner who opens it, for people to read
     * @return the client, to be closed
     * @throws CliException if the database is the embedded one, which a connection that stays open keeps from all others
     */
    public Rowlock openBound(String owner) {
        if (configuration().access().isEmpty()) {
            throw CliException.usage("--connection-bound needs a database server; name one with --url or ROWLOCK_URL");
        }
        return open(owner, builder -> builder.createTable(true).connectionBound());
    }

    /**
     * Opens the lock table to look at what is in it. Looking creates nothing, unless the database is the embedded one.
     *
     * @param owner who opens it, for people to read
     * @return the client, to be closed
     */
    public Rowlock look(String owner) {
        return open(owner, builder -> builder.createTable(false));
    }

    private Rowlock open(String owner, UnaryOperator<RowlockBuilder> settings) {
        Place place = configuration().place();
        try {
            RowlockBuilder builder = settings.apply(Rowlock.builder(place.source()))
                    .owner(owner)
                    .table(configuration().table());
            if (place.isOurs()) {
                builder.createTable(true).listener(event -> tell(place, event));
            }
            place.keepConnection().ifPresent(builder::keepConnection);
            return builder.build();
        } catch (LockSetupException rejected) {
            throw CliException.unavailable("cannot use " + place + ": " + inOurWords(Reasons.of(rejected)), rejected);
        } catch (IllegalArgumentException rejected) {
            throw CliException.usage(String.valueOf(rejected.getMessage()));
        }
    }

    private static void tell(Place place, LockEvent event) {
        if (event instanceof LockEvent.Acquired) {
            place.holding(true);
        } else if (event instanceof LockEvent.Released || event instanceof LockEvent.Lost) {
            place.holding(false);
        }
    }

    /** The library sends its users to a class of its own; ours have a command for that. */
    private static String inOurWords(String message) {
        return message.contains("LockSchema") ? message + "; 'rowlock schema --apply' runs them" : message;
    }
}
