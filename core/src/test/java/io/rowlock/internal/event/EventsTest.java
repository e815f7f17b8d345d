package io.rowlock.internal.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.LockEvent;
import io.rowlock.LockKey;
import io.rowlock.LockListener;
import io.rowlock.internal.thread.LogThread;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class EventsTest {
    private static final LockEvent FIRST = LockEvent.renewed(LockKey.of("a"), 1);
    private static final LockEvent SECOND = LockEvent.renewed(LockKey.of("a"), 2);

    @Test
    void closingDeliversWhatIsQueuedInOrder() {
        List<LockEvent> received = new CopyOnWriteArrayList<>();
        try (Events events = new Events(List.of(received::add), new LogThread())) {
            events.start();
            events.publish(FIRST);
            events.publish(SECOND);
        }
        assertThat(received).containsExactly(FIRST, SECOND);
    }

    @Test
    void aListenerIsCalledOnAThreadOfRowlocks() {
        List<String> threads = new CopyOnWriteArrayList<>();
        LockListener listener = event -> threads.add(Thread.currentThread().getName());
        try (Events events = new Events(List.of(listener), new LogThread())) {
            events.start();
            events.publish(FIRST);
        }
        assertThat(threads).containsExactly("rowlock-events");
    }
}
