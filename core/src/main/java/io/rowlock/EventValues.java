package io.rowlock;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The values behind {@link LockEvent}: records that nobody outside can name, so that each may gain a component. */
final class EventValues {
    private EventValues() {}

    record Acquired(LockKey key, long token, Duration took) implements LockEvent.Acquired {}

    record Busy(LockKey key, Optional<LockStatus> holder) implements LockEvent.Busy {}

    record Waited(LockKey key, Duration waited, boolean acquired) implements LockEvent.Waited {}

    record Renewed(LockKey key, long token) implements LockEvent.Renewed {}

    record Lost(LockKey key, long token, LockEvent.LossReason reason) implements LockEvent.Lost {}

    record Released(LockKey key, long token, Duration held) implements LockEvent.Released {}

    record StoreFailed(String operation, List<LockKey> keys, LockStoreException cause)
            implements LockEvent.StoreFailed {}
}
