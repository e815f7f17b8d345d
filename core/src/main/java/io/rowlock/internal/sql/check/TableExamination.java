package io.rowlock.internal.sql.check;

import io.rowlock.internal.sql.Dialect;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.sql.statement.Template;
import java.sql.SQLException;
import java.util.List;

/** Examines a lock table as on every database: the protocol version, the comparison of names, tables of the same name. */
public final class TableExamination {
    private final TableDescription table;
    private final Query protocol;
    private final Query collisions;
    private final String alike;

    public TableExamination(TableDescription table, Template template) {
        this(table, template, "rowlock ");
    }

    /** For a database that ignores trailing blanks in comparisons; no name of a lock has any. */
    public static TableExamination whereBlanksAreIgnored(TableDescription table, Template template) {
        return new TableExamination(table, template, "rowlocK");
    }

    private TableExamination(TableDescription table, Template template, String alike) {
        this.table = table;
        this.alike = alike;
        protocol = template.query("SELECT protocol_version FROM {table} WHERE name = ? AND slot = ?");
        collisions = template.query("SELECT name FROM {table} WHERE slot = ? AND name IN (?, ?, ?)");
    }

    public void examine(Examination examination) throws SQLException {
        protocol(examination);
        collation(examination);
        new SameNameExamination(table).examine(examination);
    }

    private void protocol(Examination examination) throws SQLException {
        List<Long> versions = protocol.list(
                examination.connection(),
                statement -> {
                    statement.setString(1, Dialect.PROTOCOL_NAME);
                    statement.setInt(2, Dialect.PROTOCOL_SLOT);
                },
                row -> row.getLong(1));
        examination.impossible(
                versions.isEmpty(),
                "S1",
                "table " + table.name() + " has no protocol row, so it may be another program's",
                "run the statements that LockSchema.script(Database." + table.database() + ", \"" + table.name()
                        + "\") prints");
        long version = versions.isEmpty() ? Dialect.PROTOCOL : versions.get(0);
        examination.impossible(
                version != Dialect.PROTOCOL,
                "S1",
                "table " + table.name() + " speaks protocol " + version + ", this Rowlock speaks " + Dialect.PROTOCOL,
                "use the same major version of Rowlock in the whole fleet");
    }

    private void collation(Examination examination) throws SQLException {
        // Not every server's encoding can hold these names; that is a finding of its own.
        List<String> equal = examination.ask(
                collisions,
                statement -> {
                    statement.setInt(1, Dialect.PROTOCOL_SLOT);
                    statement.setString(2, "ROWLOCK");
                    statement.setString(3, "rówlock");
                    statement.setString(4, alike);
                },
                row -> row.getString(1));
        examination.impossible(
                !equal.isEmpty(),
                "S9",
                "table " + table.name() + " does not compare names byte for byte, so different locks would be one",
                "give its column name the collation that LockSchema prints");
    }
}
