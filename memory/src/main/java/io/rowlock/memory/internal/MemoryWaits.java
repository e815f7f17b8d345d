package io.rowlock.memory.internal;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** The threads and timers that wait for a moment of a {@link MemoryClock}. Thread-safe. */
final class MemoryWaits {
    private final Map<Thread, Long> parked = new ConcurrentHashMap<>();
    private final Map<Thread, Long> callers = new ConcurrentHashMap<>();
    private final Set<MemoryAlarm> alarms = ConcurrentHashMap.newKeySet();
    private final AtomicLong rung = new AtomicLong();

    /** Runs the wait of a thread that belongs to a client. */
    void asClient(long moment, Runnable wait) {
        run(wait, parked, moment);
    }

    /** Runs the wait of a thread that belongs to a user of a client. */
    void asCaller(long moment, Runnable wait) {
        run(wait, callers, moment);
    }

    private static void run(Runnable wait, Map<Thread, Long> among, long moment) {
        Thread thread = Thread.currentThread();
        among.put(thread, moment);
        try {
            wait.run();
        } finally {
            among.remove(thread);
        }
    }

    /** Whether this thread belongs to a client and waits. */
    boolean isParked(Thread thread) {
        return parked.containsKey(thread);
    }

    MemoryAlarm addAlarm(ScheduledExecutorService executor, long moment, Runnable action) {
        alarms.removeIf(MemoryAlarm::isAbandoned);
        MemoryAlarm alarm = new MemoryAlarm(executor, moment, () -> ring(action), alarms::remove);
        alarms.add(alarm);
        return alarm;
    }

    private void ring(Runnable action) {
        rung.incrementAndGet();
        action.run();
    }

    /** How many timers are set. */
    int timers() {
        return alarms.size();
    }

    /** How many timers have rung so far. */
    long rung() {
        return rung.get();
    }

    /** Whether no client has a thread or a timer whose moment has come. */
    boolean noneIsDue(long now) {
        return parked.values().stream().noneMatch(moment -> moment - now <= 0)
                && alarms.stream().noneMatch(alarm -> alarm.isDue(now));
    }

    Stream<Long> moments() {
        return Stream.of(
                        parked.values().stream(),
                        callers.values().stream(),
                        alarms.stream().map(MemoryAlarm::moment))
                .flatMap(moments -> moments);
    }

    void wakeThoseDue(long now) {
        wakeThoseDue(parked, now);
        wakeThoseDue(callers, now);
        alarms.stream().filter(alarm -> alarm.isDue(now)).forEach(MemoryAlarm::ring);
    }

    private static void wakeThoseDue(Map<Thread, Long> waiting, long now) {
        waiting.forEach((thread, moment) -> {
            if (moment - now <= 0) {
                LockSupport.unpark(thread);
            }
        });
    }
}
