package io.rowlock.internal.sql.check;

import io.rowlock.Database;
import io.rowlock.TableName;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * A lock table, for messages and for questions to the catalogue.
 *
 * @param database where it is
 * @param name its name
 */
public record TableDescription(Database database, TableName name) {

    /** Binds the table's own name, then its schema, null when none is named. */
    public void bindName(PreparedStatement statement) throws SQLException {
        statement.setString(1, name.table());
        statement.setString(2, name.schema().orElse(null));
    }
}
