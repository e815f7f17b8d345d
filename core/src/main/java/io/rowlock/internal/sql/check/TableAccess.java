package io.rowlock.internal.sql.check;

import io.rowlock.TableName;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Says why a statement did not reach a lock table: a privilege or the schema is missing. Each message has the statement that helps.
 *
 * @param privileges the user's, on the table as it was located
 * @param named the table, as the user named it
 * @param located the same, with its schema
 * @param creation how to create it
 * @param naming the call by which another is named
 */
public record TableAccess(Privileges privileges, TableName named, TableName located, String creation, String naming) {

    /** The message about a table that was named without a schema, on a connection that has none; empty otherwise. */
    public Optional<String> unlocated() throws SQLException {
        return privileges
                .withoutDefaultSchema()
                .map(reason -> "table " + named + " is looked for in no schema: " + reason
                        + ", or name the schema with the table, by " + naming);
    }

    /** The message about missing privileges; empty if the failure has another cause. */
    public Optional<String> denied(SQLException failure) throws SQLException {
        if (!privileges.isDenied(failure)) {
            return Optional.empty();
        }
        String ifHidden = privileges.isHidden() ? " (if the table is not there yet: " + creation + ')' : "";
        return privileges.advice().map(advice -> advice + ifHidden);
    }

    /** The message about a missing schema; empty if the failure has another cause. */
    public Optional<String> withoutSchema(SQLException failure) throws SQLException {
        if (!privileges.isWithoutSchema(failure)) {
            return Optional.empty();
        }
        String schema = located.schema().orElse("");
        return Optional.of("schema " + schema + " of table " + named + " does not exist; create it, by CREATE SCHEMA "
                + schema + ", or name another by " + naming);
    }
}
