package io.rowlock;

import io.rowlock.internal.database.Dialects;
import io.rowlock.internal.fence.Fences;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The definitions of Rowlock's tables, as they ship in the jar: for those who create their tables themselves. */
public final class LockSchema {

    /** The table's name unless another is configured. */
    public static final String DEFAULT_TABLE = "rowlock";

    private LockSchema() {}

    /**
     * The statements that create the lock table, mark it with its protocol version, and create the view {@code
     * <table>_status}, which shows who holds what. Running them again changes nothing. Locks work without the view, which
     * is left out when the table's name leaves no room for its own.
     *
     * @param database for which database
     * @param table the table's name, with or without a schema
     * @return the statements, in order, without terminators
     */
    public static List<String> statements(Database database, String table) {
        TableName name = TableName.of(table);
        return Stream.concat(
                        Dialects.of(database, name).createStatements().stream(),
                        Dialects.statusView(database, name).stream())
                .toList();
    }

    /**
     * The same as one script, to print or to put into a migration.
     *
     * @param database for which database
     * @param table the table's name, with or without a schema
     * @return the script
     */
    public static String script(Database database, String table) {
        return script(database, statements(database, table));
    }

    /**
     * The statements that create the table of a {@link Fence}, beside the data that it protects. Running them again
     * changes nothing.
     *
     * @param database for which database
     * @param table the table's name, with or without a schema
     * @return the statements, in order, without terminators
     */
    public static List<String> fenceStatements(Database database, String table) {
        return List.of(Fences.create(database, TableName.of(table)));
    }

    /**
     * The same as one script, to print or to put into a migration.
     *
     * @param database for which database
     * @param table the table's name, with or without a schema
     * @return the script
     */
    public static String fenceScript(Database database, String table) {
        return script(database, fenceStatements(database, table));
    }

    private static String script(Database database, List<String> statements) {
        return statements.stream()
                .map(statement -> statement + terminator(database, statement))
                .collect(Collectors.joining("\n"));
    }

    /** SQL*Plus and its like run a block at a slash; a view must stand first in its batch on SQL Server. */
    private static String terminator(Database database, String statement) {
        return switch (database) {
            case ORACLE -> statement.startsWith("BEGIN") ? "\n/\n" : ";\n";
            case SQL_SERVER -> ";\nGO\n";
            case H2, POSTGRESQL, MYSQL, MARIADB -> ";\n";
        };
    }
}
