package io.rowlock.table;

import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The meaning of the times in a {@link LockTable}. An immutable value. Only Rowlock implements this; a later version may
 * add accessors.
 */
public sealed interface TableTime permits TableValues.Time {

    /** {@return the zone of those who write them; empty when they are the database's own local time} */
    Optional<ZoneId> zone();

    /** {@return how many digits of a second the columns keep; empty for what the database's plain type keeps} */
    OptionalInt fraction();

    /** {@return how far the clocks of others may run behind the database's} */
    Duration skew();

    /** {@return how the nodes of old tell that a lock is over} */
    LockTable.Comparison comparison();
}
