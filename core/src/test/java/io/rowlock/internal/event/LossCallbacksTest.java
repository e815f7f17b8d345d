package io.rowlock.internal.event;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.rowlock.internal.thread.LogThread;
import io.rowlock.internal.thread.ScarceThreads;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class LossCallbacksTest {
    private static final int LOSSES = 600;

    /** Each action waits for all others, so none may wait for another to end before it begins. */
    @Test
    void actionsOfHundredsOfLossesRunAtOnce() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(LOSSES);
        AtomicInteger alone = new AtomicInteger();
        try (LogThread log = new LogThread();
                LossCallbacks callbacks = new LossCallbacks(log)) {
            for (int number = 0; number < LOSSES; number++) {
                callbacks.run("lock-" + number, () -> {
                    begun.countDown();
                    if (!isOver(begun)) {
                        alone.incrementAndGet();
                    }
                });
            }
            assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(alone).hasValue(0);
    }

    /** The lack of a thread does not reach the heartbeat either, which runs the actions. */
    @Test
    void anActionForWhichThereIsNoThreadRunsOnceThereIsOne() throws InterruptedException {
        ScarceThreads threads = new ScarceThreads();
        CountDownLatch run = new CountDownLatch(2);
        try (LogThread log = new LogThread(threads, missing -> {});
                LossCallbacks callbacks = new LossCallbacks(log, threads)) {
            threads.exhaust();
            callbacks.run("one", run::countDown);
            callbacks.run("other", run::countDown);
            callbacks.retryStarting();
            assertThat(callbacks.lacksThreads()).isTrue();
            assertThat(run.getCount()).isEqualTo(2);

            threads.recover();
            callbacks.retryStarting();
            assertThat(run.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(callbacks.lacksThreads()).isFalse();
        }
    }

    /** The heartbeat asks for the retry, and a log may block. */
    @Test
    void aRetryAfterTheCloseWritesToNoLogOnTheCallersThread() {
        ScarceThreads threads = new ScarceThreads();
        Logger logger = (Logger) LoggerFactory.getLogger(LossCallbacks.class);
        Level level = logger.getLevel();
        List<String> writers = new CopyOnWriteArrayList<>();
        AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
            @Override
            protected void append(ILoggingEvent event) {
                writers.add(Thread.currentThread().getName());
            }
        };
        appender.start();
        logger.setLevel(Level.DEBUG);
        logger.addAppender(appender);
        try (LogThread log = new LogThread()) {
            LossCallbacks callbacks = new LossCallbacks(log, threads);
            threads.exhaust();
            callbacks.run("one", () -> {});
            callbacks.close();
            threads.recover();
            callbacks.retryStarting();
        } finally {
            logger.detachAppender(appender);
            logger.setLevel(level);
        }
        assertThat(writers).hasSizeGreaterThanOrEqualTo(2).containsOnly("rowlock-log");
    }

    @Test
    void noThreadOutlivesItsClosing() {
        for (int round = 0; round < 1_000; round++) {
            AtomicReference<Thread> running = new AtomicReference<>();
            try (LogThread log = new LogThread();
                    LossCallbacks callbacks = new LossCallbacks(log)) {
                callbacks.run("lock", () -> running.set(Thread.currentThread()));
            }
            assertThat(running.get().isAlive()).as("alive in round %d", round).isFalse();
        }
    }

    private static boolean isOver(CountDownLatch latch) {
        try {
            return latch.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException ended) {
            return false;
        }
    }
}
