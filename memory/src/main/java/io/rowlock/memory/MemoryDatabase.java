package io.rowlock.memory;

import io.rowlock.LockKey;
import io.rowlock.internal.client.Client;
import io.rowlock.internal.time.Micros;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What all nodes of a {@link MemoryRowlock} share: the tables, the clock, and the list of what was asked. Thread-safe. */
final class MemoryDatabase {
    private static final int MOST_REQUESTS = 100_000;

    private final MemoryClock clock;
    private final MemoryFaults faults = new MemoryFaults();
    private final Map<String, MemoryTable> tables = new ConcurrentHashMap<>();
    private final Deque<MemoryRequest> requests = new ArrayDeque<>();

    MemoryDatabase(MemoryClock clock) {
        this.clock = clock;
    }

    MemoryClock clock() {
        return clock;
    }

    MemoryFaults faults() {
        return faults;
    }

    MemoryTable table(String name) {
        return tables.computeIfAbsent(name, fresh -> new MemoryTable(clock::micros));
    }

    Instant now() {
        return Micros.toInstant(clock.micros());
    }

    /** Notes what was asked; the oldest are forgotten when there are very many. */
    void note(MemoryRequest request) {
        synchronized (requests) {
            if (requests.size() == MOST_REQUESTS) {
                requests.removeFirst();
            }
            requests.addLast(request);
        }
    }

    List<MemoryRequest> requests() {
        synchronized (requests) {
            return List.copyOf(requests);
        }
    }

    void clearRequests() {
        synchronized (requests) {
            requests.clear();
        }
    }

    /** A lock may be free: whoever waits for it asks now. */
    void wakeWaiters(LockKey key) {
        for (Client client : clock.clients()) {
            client.wake(key);
        }
    }
}
