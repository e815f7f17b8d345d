package io.rowlock.internal.dialect;

import io.rowlock.Database;
import io.rowlock.spi.Dialect;
import io.rowlock.spi.TableName;

/** The dialect of each database. */
public final class Dialects {

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
            case MYSQL -> new InnoDbDialect(new TableDescription(database, table), InnoDbDialect.Flavour.MYSQL);
            case MARIADB -> new InnoDbDialect(new TableDescription(database, table), InnoDbDialect.Flavour.MARIADB);
        };
    }
}
