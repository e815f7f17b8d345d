package io.rowlock.internal.sql.foreign;

import io.rowlock.Database;
import io.rowlock.TableName;
import io.rowlock.table.LockTable;
import io.rowlock.table.LockTable.Release;
import io.rowlock.table.TableColumns;
import io.rowlock.table.TableKey;
import io.rowlock.table.TableKey.Form;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a description of a table says of its definition, for messages about a table that cannot be used.
 *
 * @param table the description
 */
public record TableDefinition(LockTable table) {
    private static final int UUID_WIDTH = 36;
    private static final int REGION_WIDTH = 100;

    /**
     * Its columns.
     *
     * @return all that Rowlock uses, the key first
     */
    public List<String> columns() {
        List<String> all = new ArrayList<>(table.key().columns());
        all.addAll(written());
        return all;
    }

    /** The columns that a grant writes into a row that is there. */
    private List<String> written() {
        TableColumns columns = table.columns();
        List<String> written = new ArrayList<>(List.of(columns.owner(), columns.expiry()));
        columns.acquired().ifPresent(written::add);
        columns.status().ifPresent(written::add);
        return written;
    }

    /**
     * Statements that find out what a user may do.
     *
     * @return for each privilege that Rowlock needs a statement that needs it and no other, and does nothing
     */
    public Map<String, String> probes() {
        String columns = String.join(", ", columns());
        String nulls = columns().stream().map(column -> "NULL").collect(Collectors.joining(", "));
        String set = written().stream().map(column -> column + " = NULL").collect(Collectors.joining(", "));
        Map<String, String> probes = new LinkedHashMap<>();
        probes.put("SELECT", "SELECT " + columns + " FROM %s WHERE 1 = 0");
        probes.put(
                "INSERT", "INSERT INTO %s (" + columns + ") SELECT " + nulls + " FROM (SELECT 1 AS one) o WHERE 1 = 0");
        probes.put("UPDATE", "UPDATE %s SET " + set + " WHERE 1 = 0");
        if (table.release() == Release.NO_ROW) {
            probes.put("DELETE", "DELETE FROM %s WHERE 1 = 0");
        }
        return probes;
    }

    /**
     * A statement that creates such a table.
     *
     * @param database for which database
     * @param name its name
     * @return the statement; nodes of another program may want more columns than it has
     */
    public String create(Database database, TableName name) {
        TableColumns columns = table.columns();
        List<String> parts = new ArrayList<>(keyColumns(database));
        parts.add(columns.owner() + ' ' + text(database, columns.ownerWidth()));
        parts.add(columns.expiry() + ' ' + time(database));
        columns.acquired().ifPresent(column -> parts.add(column + ' ' + time(database)));
        columns.status().ifPresent(column -> parts.add(column + " NUMERIC(1) DEFAULT 0 NOT NULL"));
        parts.add("PRIMARY KEY (" + String.join(", ", table.key().columns()) + ')');
        if (isOwnerAnId()) {
            parts.add("UNIQUE (" + columns.owner() + ')');
        }
        return "CREATE TABLE " + name + " (" + String.join(", ", parts) + ')' + collation(database);
    }

    private List<String> keyColumns(Database database) {
        TableKey key = table.key();
        List<Integer> widths = key.form() == Form.REGION_AND_UUID
                ? List.of(REGION_WIDTH, UUID_WIDTH)
                : key.columns().stream().map(column -> key.width()).toList();
        List<String> defined = new ArrayList<>();
        for (int i = 0; i < widths.size(); i++) {
            defined.add(key.columns().get(i) + ' ' + text(database, widths.get(i)) + " NOT NULL");
        }
        return defined;
    }

    /** Locks on aggregates are looked up by it. */
    private boolean isOwnerAnId() {
        return table.key().form() == Form.TYPE_AND_ID && table.release() == Release.NO_ROW;
    }

    private static String text(Database database, int width) {
        return switch (database) {
            case H2, POSTGRESQL, MYSQL, MARIADB -> "VARCHAR(" + width + ')';
            case ORACLE -> "VARCHAR2(" + width + " CHAR)";
            case SQL_SERVER -> "NVARCHAR(" + width + ") COLLATE Latin1_General_100_BIN2";
        };
    }

    private String time(Database database) {
        String type = switch (database) {
            case H2, POSTGRESQL, ORACLE -> "TIMESTAMP";
            case MYSQL, MARIADB -> "DATETIME";
            case SQL_SERVER -> "DATETIME2";
        };
        return type + '(' + table.time().fraction().orElse(6) + ')';
    }

    /** The others compare names byte for byte by themselves. */
    private static String collation(Database database) {
        return switch (database) {
            case MYSQL, MARIADB -> " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin";
            case H2, POSTGRESQL, ORACLE, SQL_SERVER -> "";
        };
    }
}
