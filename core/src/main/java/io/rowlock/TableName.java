package io.rowlock;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name of a lock table that is safe to stand in SQL as it is. A name that people typed is not quoted, so each database
 * folds its case as it does for other names that people type. A name that was {@link #in located} has the quoted name of
 * its schema before it, and means the same table on every connection. Immutable.
 */
public final class TableName {
    private static final Pattern SAFE = Pattern.compile("([A-Za-z_][A-Za-z0-9_]{0,62}\\.)?[A-Za-z_][A-Za-z0-9_]{0,62}");

    private final String text;
    private final @Nullable String schema;
    private final String table;
    private final boolean searched;

    private TableName(String text, @Nullable String schema, String table, boolean searched) {
        this.searched = searched;
        this.text = text;
        this.schema = schema;
        this.table = table;
    }

    /**
     * Checks and wraps a name.
     *
     * @param text the name
     * @return the checked name
     * @throws IllegalArgumentException if it has any other form than {@code table} or {@code schema.table}
     */
    public static TableName of(String text) {
        if (!SAFE.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "table name '"
                            + text.replaceAll("[^ -~]", "?")
                            + "' is rejected: use letters, digits and underscores, at most 63, with a schema and a dot before if need be");
        }
        int dot = text.indexOf('.');
        return new TableName(text, dot < 0 ? null : text.substring(0, dot), text.substring(dot + 1), false);
    }

    /**
     * The same table, named so that it is found whatever schema a connection is set to.
     *
     * @param schema the schema, as the database's catalogue has it
     * @param quoted the schema as it stands in SQL, quoted, with the database before it where that is needed
     * @return the name with its schema
     */
    public TableName in(String schema, String quoted) {
        return new TableName(quoted + '.' + table, schema, table, searched || this.schema == null);
    }

    /**
     * The name, as it stands in SQL.
     *
     * @return the text
     */
    public String text() {
        return text;
    }

    /**
     * The schema, if one is named.
     *
     * @return its name, without quotes
     */
    public Optional<String> schema() {
        return Optional.ofNullable(schema);
    }

    /**
     * The table's own name.
     *
     * @return the name without the schema
     */
    public String table() {
        return table;
    }

    /**
     * Whether the schema was looked up through a connection, because nobody named it.
     *
     * @return true if so
     */
    public boolean isSchemaLookedUp() {
        return searched;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TableName name && text.equals(name.text) && Objects.equals(schema, name.schema);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** The name, as it stands in SQL. */
    @Override
    public String toString() {
        return text;
    }
}
