package io.rowlock.table;

import io.rowlock.LockKey;
import java.util.List;

/**
 * The key of a {@link LockTable}: the columns in which a lock's name stands, and how. An immutable value. Only Rowlock
 * implements this; a later version may add accessors.
 */
public sealed interface TableKey permits TableValues.Key {

    /** How a lock's name stands in the key columns. */
    public enum Form {
        /** As it is, in one column. */
        NAME,
        /** The name {@code type:id} in two columns, type and id. */
        TYPE_AND_ID,
        /** In two columns, a region, and the name-based UUID of the name. */
        REGION_AND_UUID
    }

    /** {@return how a name stands in it} */
    Form form();

    /** {@return the columns, in the order of the form} */
    List<String> columns();

    /** {@return how many characters of a name they hold} */
    int width();

    /** {@return the region, where the form has one; else empty} */
    String region();

    /**
     * The values of the key columns for a lock.
     *
     * @param key which lock
     * @return a value for each column
     * @throws IllegalArgumentException if the columns cannot hold the name
     */
    List<String> values(LockKey key);

    /**
     * A key of one column, which holds the name as it is.
     *
     * @param column the column
     * @param width how many characters it holds
     * @return the key
     * @throws IllegalArgumentException if the column's name is not safe in SQL
     */
    static TableKey ofName(String column, int width) {
        return new TableValues.Key(Form.NAME, List.of(column), width, "");
    }

    /**
     * A key of two columns, for names {@code type:id}.
     *
     * @param type the column of the type
     * @param id the column of the id
     * @param width how many characters each holds
     * @return the key
     * @throws IllegalArgumentException if a column's name is not safe in SQL
     */
    static TableKey ofTypeAndId(String type, String id, int width) {
        return new TableValues.Key(Form.TYPE_AND_ID, List.of(type, id), width, "");
    }

    /**
     * A key of two columns, a region and the name-based UUID of the name.
     *
     * @param regionColumn the column of the region
     * @param uuidColumn the column of the UUID
     * @param region the region
     * @return the key
     * @throws IllegalArgumentException if a column's name is not safe in SQL
     */
    static TableKey ofRegionAndUuid(String regionColumn, String uuidColumn, String region) {
        return new TableValues.Key(
                Form.REGION_AND_UUID, List.of(regionColumn, uuidColumn), LockKey.MAX_CODE_POINTS, region);
    }
}
