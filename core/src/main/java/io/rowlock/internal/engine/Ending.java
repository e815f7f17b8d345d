package io.rowlock.internal.engine;

import io.rowlock.LockStatus;
import java.time.Duration;
import java.util.Optional;

/** What came of an acquire. */
sealed interface Ending {

    /** The lock was granted. */
    record Won(LeasedHold hold) implements Ending {}

    /** The lock was taken all the time. */
    record Lost(Optional<LockStatus> holder, Duration waited) implements Ending {}

    /** Nobody knows, for the database could not be asked, or the client is closed. */
    record Failed(RuntimeException why) implements Ending {}
}
