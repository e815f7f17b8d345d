package io.rowlock.internal.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class LogThreadTest {

    /** An error on the thread that hands a line over would end the heartbeat. */
    @Test
    void aLineForWhichThereIsNoThreadIsDroppedAndCounted() {
        ScarceThreads threads = new ScarceThreads();
        Queue<String> lines = new ConcurrentLinkedQueue<>();
        LogThread log = new LogThread(threads, missing -> lines.add(missing + " dropped"));
        threads.exhaust();
        log.write(() -> lines.add("first"));
        log.write(() -> lines.add("second"));
        threads.recover();
        log.write(() -> lines.add("third"));
        log.write(() -> lines.add("fourth"));
        log.close();
        assertThat(lines).containsExactly("2 dropped", "third", "fourth");
    }

    @Test
    void noThreadOutlivesItsClosing() {
        for (int round = 0; round < 1_000; round++) {
            AtomicReference<Thread> writing = new AtomicReference<>();
            LogThread log = new LogThread();
            log.write(() -> writing.set(Thread.currentThread()));
            log.close();
            assertThat(writing.get().isAlive()).as("alive in round %d", round).isFalse();
        }
    }
}
