package io.rowlock.internal.dialect;

import io.rowlock.Database;
import io.rowlock.spi.TableName;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * A lock table, for messages and for questions to the catalogue.
 *
 * @param database where it is
 * @param name what it is called
 */
record TableDescription(Database database, TableName name) {

    /** Binds the table's own name, then its schema, null when none is named. */
    void bindName(PreparedStatement statement) throws SQLException {
        statement.setString(1, name.table());
        statement.setString(2, name.schema().orElse(null));
    }
}
