package io.rowlock.cli.look;

import io.rowlock.Database;
import io.rowlock.cli.configuration.Configuration;
import io.rowlock.cli.configuration.DatabaseOptions;
import io.rowlock.cli.database.Access;
import io.rowlock.cli.database.Databases;
import io.rowlock.cli.database.Products;
import io.rowlock.cli.exit.CliException;
import io.rowlock.cli.text.Reasons;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Opens the locks to a command that only looks. The library starts only where it may write; where the account may not, the
 * locks are read by plain queries instead.
 */
public final class Looking {

    private Looking() {}

    /**
     * Opens the locks.
     *
     * @param options the database that the user named
     * @param owner who looks, for people to read
     * @return the locks, to be closed
     * @throws CliException if they cannot be seen, for whatever reason
     */
    public static LockView open(DatabaseOptions options, String owner) {
        try {
            return new ClientView(options.look(owner), isPostgreSql(options.configuration()));
        } catch (CliException rejected) {
            if (!MissingPrivilege.isCauseOf(rejected)) {
                throw rejected;
            }
            return read(options.configuration(), rejected);
        }
    }

    private static boolean isPostgreSql(Configuration configuration) {
        return configuration
                .access()
                .filter(access -> access.url().startsWith("jdbc:postgresql:"))
                .isPresent();
    }

    private static LockView read(Configuration configuration, CliException rejected) {
        Connection connection = Databases.connect(configuration.place());
        try {
            Database database = Products.detect(connection);
            if (!LockQuery.isKnown(database)) {
                throw rejected;
            }
            return QueryView.open(connection, database, configuration.table())
                    .orElseThrow(() -> hidden(configuration, rejected));
        } catch (SQLException | RuntimeException failure) {
            close(connection);
            throw failure instanceof CliException known
                    ? known
                    : CliException.unavailable(
                            "cannot use " + configuration.place() + ": " + Reasons.of(failure), failure);
        }
    }

    private static CliException hidden(Configuration configuration, CliException rejected) {
        String view = LockQuery.view(configuration.table());
        return CliException.unavailable(
                "cannot use " + configuration.place() + ": this user may read neither table " + configuration.table()
                        + " nor its view " + view + "; as the table's owner, run: " + grant(configuration, view),
                rejected);
    }

    static String grant(Configuration configuration, String relation) {
        return "GRANT SELECT ON " + relation + " TO "
                + configuration.access().flatMap(Access::user).orElse("this user");
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException broken) {
            // nothing was to come of it
        }
    }
}
