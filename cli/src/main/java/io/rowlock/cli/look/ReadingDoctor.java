package io.rowlock.cli.look;

import io.rowlock.Database;
import io.rowlock.Finding;
import io.rowlock.TableName;
import io.rowlock.cli.configuration.Configuration;
import io.rowlock.cli.exit.CliException;
import io.rowlock.cli.text.Reasons;
import io.rowlock.internal.database.Detection;
import io.rowlock.internal.database.Dialects;
import io.rowlock.internal.jdbc.connection.BorrowedConnection;
import io.rowlock.internal.jdbc.connection.ConnectionExamination;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;

/**
 * The doctor for an account that may read the lock table and not write it. It makes the library's own examination of
 * connection, table and settings, which only reads, and leaves out all that writes.
 */
public final class ReadingDoctor {

    private ReadingDoctor() {}

    /**
     * Whether the library did not start because this account lacks a privilege.
     *
     * @param failure why it did not start
     * @return true if it may still be examined by reading
     */
    public static boolean isFor(CliException failure) {
        return MissingPrivilege.isCauseOf(failure);
    }

    /**
     * Examines all that can be read.
     *
     * @param configuration which table, and where
     * @return what was found, the worst first
     * @throws CliException if this account may not read the table
     */
    public static List<Finding> examine(Configuration configuration) {
        try {
            BorrowedConnection borrowed =
                    BorrowedConnection.from(configuration.place().source());
            try (Connection connection = borrowed.connection()) {
                requireTable(connection, configuration);
                Database database = Detection.detect(connection);
                TableName table = Dialects.located(connection, database, TableName.of(configuration.table()));
                return ConnectionExamination.examine(borrowed, Dialects.of(database, table)).stream()
                        .sorted(Comparator.comparing(Finding::severity).reversed())
                        .toList();
            }
        } catch (SQLException failure) {
            throw CliException.unavailable(
                    "cannot examine " + configuration.place() + ": " + Reasons.of(failure), failure);
        }
    }

    private static void requireTable(Connection connection, Configuration configuration) throws SQLException {
        String table = configuration.table();
        try (Statement statement = connection.createStatement()) {
            statement.executeQuery("SELECT name FROM " + table + " WHERE 1 = 0").close();
        } catch (SQLException rejected) {
            if (!MissingPrivilege.isCauseOf(rejected)) {
                throw rejected;
            }
            throw CliException.unavailable(
                    "cannot use " + configuration.place() + ": this user may not read table " + table
                            + ", which the doctor examines; as the table's owner, run: "
                            + Looking.grant(configuration, table),
                    rejected);
        }
    }
}
