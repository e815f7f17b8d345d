package io.rowlock.cli;

import java.io.Console;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that name a database. The password is none of them: a process list shows arguments to everyone. */
public final class DatabaseOptions {
    private static final String PASSWORD = "ROWLOCK_PASSWORD";

    @Option(
            names = "--url",
            paramLabel = "JDBC_URL",
            description = "The database to use: PostgreSQL, MySQL, MariaDB or an H2 server.")
    private @Nullable String url;

    @Option(
            names = "--user",
            paramLabel = "NAME",
            description = "The database user. The password is read from " + PASSWORD
                    + " in the environment, or asked for on a terminal.")
    private @Nullable String user;

    /**
     * The database that was named.
     *
     * @return the way into it; empty when none was named
     */
    public Optional<Access> access() {
        if (url == null && user != null) {
            throw CliException.usage("--user needs --url, to say of which database");
        }
        return Optional.ofNullable(url).map(named -> new Access(named, Optional.ofNullable(user), password(named)));
    }

    private Optional<String> password(String named) {
        Optional<String> given = Optional.ofNullable(System.getenv(PASSWORD));
        boolean known = given.isPresent() || user == null || !named.equals(Secrets.hideIn(named));
        return known ? given : Terminal.person().map(this::ask);
    }

    private String ask(Console person) {
        char[] typed = person.readPassword("Password of %s: ", user);
        return typed == null ? "" : new String(typed);
    }
}
