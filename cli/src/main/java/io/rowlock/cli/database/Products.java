package io.rowlock.cli.database;

import io.rowlock.Database;
import io.rowlock.cli.exit.CliException;
import io.rowlock.cli.text.Text;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The databases by the names that people and servers give them. */
public final class Products {

    private Products() {}

    /**
     * The database that a connection leads to.
     *
     * @param connection to ask through
     * @return which database
     * @throws SQLException if the server cannot be asked
     * @throws CliException if it is none that is known
     */
    public static Database detect(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        String version = connection.getMetaData().getDatabaseProductVersion();
        return parse(version.contains("MariaDB") ? "mariadb" : product);
    }

    /**
     * The database that a text names. Products call themselves more than their name: Microsoft SQL Server.
     *
     * @param text what somebody wrote
     * @return which database
     * @throws CliException if it is none that is known
     */
    public static Database parse(String text) {
        String wanted = text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
        return Stream.of(Database.values())
                .filter(known -> wanted.endsWith(name(known)) || name(known).equals(wanted + "ql"))
                .findFirst()
                .orElseThrow(() -> CliException.usage("no database called '" + Text.printable(text)
                        + "' is known; there are "
                        + Stream.of(Database.values()).map(Products::name).collect(Collectors.joining(", "))));
    }

    /**
     * The name of a database, as people type it.
     *
     * @param database which
     * @return its name in lower case
     */
    public static String name(Database database) {
        return database.name().toLowerCase(Locale.ROOT).replace("_", "");
    }
}
