package io.rowlock.internal.acquire;

import io.rowlock.LockKey;
import io.rowlock.internal.thread.LogThread;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns of threads that wait for a lock that they hold themselves, once for each place in the code. They wait all the same, because
 * another thread may have the hold, and close it. Thread-safe.
 */
public final class NestedAcquires {
    private static final Logger LOG = LoggerFactory.getLogger(NestedAcquires.class);
    private static final String REMEDY =
            "it gets the lock only if another thread closes that hold; holds are not reentrant, so hand the"
                    + " hold to the code that needs it";

    private final LogThread log;
    private final Set<String> warnedOf = ConcurrentHashMap.newKeySet();

    public NestedAcquires(LogThread log) {
        this.log = log;
    }

    /** The current thread waits for a lock that it holds. */
    void warn(LockKey key, Duration wait) {
        String place = CallSite.find();
        if (warnedOf.add(place)) {
            log.write(() -> LOG.warn(
                    "{} waits up to {} ms for lock '{}', which the same thread holds: {}",
                    place,
                    wait.toMillis(),
                    key,
                    REMEDY));
        }
    }
}
