package io.rowlock.spi;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The name of a lock table, with or without a schema, that is safe to stand in SQL as it is. It is not quoted, so each
 * database folds its case as it does for the names people type.
 *
 * @param text the name
 */
public record TableName(String text) {
    private static final Pattern SAFE = Pattern.compile("([A-Za-z_][A-Za-z0-9_]{0,62}\\.)?[A-Za-z_][A-Za-z0-9_]{0,62}");

    /**
     * A checked name.
     *
     * @param text the name
     * @throws IllegalArgumentException if it has any other form than {@code table} or {@code schema.table}
     */
    public TableName {
        if (!SAFE.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "table name '"
                            + text.replaceAll("[^ -~]", "?")
                            + "' is refused: use letters, digits and underscores, at most 63, with a schema and a dot before if need be");
        }
    }

    /**
     * Checks and wraps a name.
     *
     * @param text the name
     * @return the checked name
     */
    public static TableName of(String text) {
        return new TableName(text);
    }

    /**
     * The schema, if one is named.
     *
     * @return the part before the dot
     */
    public Optional<String> schema() {
        int dot = text.indexOf('.');
        return dot < 0 ? Optional.empty() : Optional.of(text.substring(0, dot));
    }

    /**
     * The table's own name.
     *
     * @return the part after the dot, or all of it
     */
    public String table() {
        return text.substring(text.indexOf('.') + 1);
    }

    /** The name, as it stands in SQL. */
    @Override
    public String toString() {
        return text;
    }
}
