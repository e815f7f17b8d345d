package io.rowlock.internal.database;

import io.rowlock.Database;
import io.rowlock.TableName;
import io.rowlock.internal.sql.Dialect;
import io.rowlock.internal.sql.check.TableDescription;
import io.rowlock.internal.sql.check.TableLocation;
import io.rowlock.internal.sql.h2.H2Dialect;
import io.rowlock.internal.sql.innodb.InnoDbDialect;
import io.rowlock.internal.sql.oracle.OracleDialect;
import io.rowlock.internal.sql.postgresql.PostgreSqlDialect;
import io.rowlock.internal.sql.sqlserver.SqlServerDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** The dialect of each database. */
public final class Dialects {

    /** Binary and without padding, so that names compare byte for byte. */
    private static final String MYSQL_COLLATION = "utf8mb4_0900_bin";

    private static final String MARIADB_COLLATION = "utf8mb4_nopad_bin";

    private Dialects() {}

    /**
     * The dialect of a database for one lock table.
     *
     * @param database which database
     * @param table its lock table
     * @return the dialect
     */
    public static Dialect of(Database database, TableName table) {
        return switch (database) {
            case H2 -> new H2Dialect(table);
            case POSTGRESQL -> new PostgreSqlDialect(table);
            case MYSQL -> new InnoDbDialect(new TableDescription(database, table), MYSQL_COLLATION, false);
            case MARIADB -> new InnoDbDialect(new TableDescription(database, table), MARIADB_COLLATION, false);
            case ORACLE -> new OracleDialect(table);
            case SQL_SERVER -> new SqlServerDialect(table);
        };
    }

    /**
     * The table with the schema in which a connection finds it, or would create it, so that it means the same table on every
     * other connection.
     *
     * @param connection to ask through
     * @param database which database it leads to
     * @param table the table, with or without a schema
     * @return the table with its schema
     * @throws SQLException when the server cannot be asked
     */
    public static TableName located(Connection connection, Database database, TableName table) throws SQLException {
        return TableLocation.locate(connection, database, table);
    }

    /**
     * The statement that creates the status view of a lock table. Locks work without it.
     *
     * @param database which database
     * @param table its lock table
     * @return the statement; empty when the table's name leaves no room for the view's
     */
    public static Optional<String> statusView(Database database, TableName table) {
        return StatusViews.create(database, table);
    }
}
