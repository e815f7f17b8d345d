package io.rowlock.internal.jdbc.foreign;

import io.rowlock.internal.time.Terms;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Facts about grants of this process for which the rows of another library's table have no column. Thread-safe. */
final class TableMemory {
    private final boolean renewing;
    private final Map<String, Terms> terms = new ConcurrentHashMap<>();
    private final AtomicLong tokens = new AtomicLong();

    /**
     * A memory.
     *
     * @param renewing whether grants are renewed; if not, what they were agreed for is not needed again, and those that
     *     nobody ever releases here would fill it
     */
    TableMemory(boolean renewing) {
        this.renewing = renewing;
    }

    void remember(String requestId, Terms agreed) {
        if (renewing) {
            terms.put(requestId, agreed);
        }
    }

    void forget(String requestId) {
        terms.remove(requestId);
    }

    Optional<Terms> terms(String requestId) {
        return Optional.ofNullable(terms.get(requestId));
    }

    /** Numbers the grants of this process, so that the later of two can be told. */
    long nextToken() {
        return tokens.incrementAndGet();
    }
}
