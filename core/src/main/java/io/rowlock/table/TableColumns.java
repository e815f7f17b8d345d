package io.rowlock.table;

import java.util.Optional;

/**
 * The columns of a {@link LockTable} beside its key. An immutable value. Only Rowlock implements this; a later version may
 * add accessors, and methods that return changed copies.
 */
public sealed interface TableColumns permits TableValues.Columns {

    /** {@return the holder's column: what Rowlock writes there is unlike every other value, and proves a grant} */
    String owner();

    /** {@return how many bytes the owner's column holds} */
    int ownerWidth();

    /** {@return the column of the time when the lock ends unless renewed} */
    String expiry();

    /** {@return the column of the time when it was acquired, if the table tells} */
    Optional<String> acquired();

    /** {@return the column that is 1 while the lock is taken and 0 when it is free, if the table tells} */
    Optional<String> status();

    /**
     * The columns that each table has.
     *
     * @param owner the holder's column
     * @param ownerWidth how many bytes it holds
     * @param expiry the column of the time when the lock ends
     * @return the columns
     * @throws IllegalArgumentException if a column's name is not safe in SQL
     */
    static TableColumns of(String owner, int ownerWidth, String expiry) {
        return new TableValues.Columns(owner, ownerWidth, expiry, Optional.empty(), Optional.empty());
    }

    /**
     * A copy with a column for the time when the lock was acquired.
     *
     * @param column the column
     * @return the changed copy
     * @throws IllegalArgumentException if its name is not safe in SQL
     */
    TableColumns withAcquired(String column);

    /**
     * A copy with a column that is 1 while the lock is taken and 0 when it is free.
     *
     * @param column the column
     * @return the changed copy
     * @throws IllegalArgumentException if its name is not safe in SQL
     */
    TableColumns withStatus(String column);
}
