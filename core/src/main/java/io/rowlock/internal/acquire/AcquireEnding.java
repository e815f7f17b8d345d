package io.rowlock.internal.acquire;

import io.rowlock.LockStatus;
import io.rowlock.internal.hold.LeasedHold;
import java.time.Duration;
import java.util.Optional;

/** What came of an acquire. */
public sealed interface AcquireEnding {

    /** The lock was granted. */
    record Won(LeasedHold hold) implements AcquireEnding {}

    /** The lock was taken all the time. */
    record Lost(Optional<LockStatus> holder, Duration waited) implements AcquireEnding {}

    /** Nobody knows, for the database could not be asked, or the client is closed. */
    record Failed(RuntimeException why) implements AcquireEnding {}
}
