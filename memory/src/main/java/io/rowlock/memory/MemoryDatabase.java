package io.rowlock.memory;

import io.rowlock.LockKey;
import io.rowlock.internal.client.Client;
import io.rowlock.internal.time.Micros;
import io.rowlock.memory.MemoryRequest.Kind;
import io.rowlock.memory.internal.MemoryClock;
import io.rowlock.memory.internal.MemoryTable;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The parts that all nodes of a {@link MemoryRowlock} share: tables, clock, faults and the list of requests. Thread-safe. */
final class MemoryDatabase {
    private static final int MOST_REQUESTS = 100_000;

    private final MemoryClock clock;
    private final MemoryFaults faults = new MemoryFaults();
    private final Map<String, MemoryTable> tables = new ConcurrentHashMap<>();
    private final Deque<MemoryRequest> requests = new ArrayDeque<>();
    private final Map<Kind, Integer> roundTrips = new EnumMap<>(Kind.class);

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

    /** Notes a request; the oldest are forgotten when there are very many. */
    void note(MemoryRequest request) {
        synchronized (requests) {
            if (requests.size() == MOST_REQUESTS) {
                requests.removeFirst();
            }
            requests.addLast(request);
        }
    }

    /** A round trip of a kind; many requests may share it. */
    void arrived(Kind kind) {
        synchronized (requests) {
            roundTrips.merge(kind, 1, Integer::sum);
        }
    }

    /** How many round trips there were, of these kinds. */
    int roundTrips(Kind... kinds) {
        synchronized (requests) {
            return Arrays.stream(kinds)
                    .mapToInt(kind -> roundTrips.getOrDefault(kind, 0))
                    .sum();
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

    /** A lock may be free: clients that wait for it ask now. */
    void wakeWaiters(LockKey key) {
        for (Client client : clock.clients()) {
            client.wake(key);
        }
    }
}
