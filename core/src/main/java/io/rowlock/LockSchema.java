package io.rowlock;

import io.rowlock.internal.dialect.Dialects;
import io.rowlock.spi.TableName;
import java.util.List;

/** The lock table's definition, as it ships in the jar: for those who create their tables themselves. */
public final class LockSchema {

    /** The table's name unless another is configured. */
    public static final String DEFAULT_TABLE = "rowlock";

    private LockSchema() {}

    /**
     * The statements that create the lock table and mark it with its protocol version. Running them again changes
     * nothing.
     *
     * @param database for which database
     * @param table the table's name, with or without a schema
     * @return the statements, in order, without terminators
     */
    public static List<String> statements(Database database, String table) {
        return Dialects.of(database, TableName.of(table)).createStatements();
    }

    /**
     * The same as one script, to print or to put into a migration.
     *
     * @param database for which database
     * @param table the table's name, with or without a schema
     * @return the script
     */
    public static String script(Database database, String table) {
        return String.join(";\n\n", statements(database, table)) + ";\n";
    }
}
