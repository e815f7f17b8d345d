package io.rowlock.internal.hold;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.internal.client.Client;
import io.rowlock.internal.client.Settings;
import io.rowlock.internal.dispatch.ScriptedStore;
import io.rowlock.internal.dispatch.ScriptedStore.Batches;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.table.NoGuards;
import io.rowlock.internal.thread.LogThread;
import io.rowlock.internal.thread.SerialExecutor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** A log that blocks, as with a full disk, stops no thread of a client but the one that writes it. All of Rowlock's loggers block. */
class BlockedLogTest {
    private static final Settings SETTINGS = new Settings("node", Duration.ofSeconds(5), List.of(), HoldKind.LEASE);

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.rowlock");
    private final BlockingAppender log = new BlockingAppender();

    @BeforeEach
    void blockTheLog() {
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void openTheLog() {
        log.open.countDown();
        logger.detachAppender(log);
    }

    @Test
    @Timeout(60)
    void renewalsAndDeadlinesGoOnWhileTheLogBlocks() throws Exception {
        ScriptedStore.Database database = new ScriptedStore.Database(Batches.SERVED);
        try (Client client = Client.start(() -> new ScriptedStore(database), new NoGuards(), SETTINGS, 0)) {
            assertRenewalsAndLosses(client, log);
        }
    }

    /** Each worker fails when it connects for the first time, and says so. */
    @Test
    @Timeout(60)
    void workersGoOnWhileTheLogBlocks() throws Exception {
        ScriptedStore.Database database = new ScriptedStore.Database(Batches.SERVED);
        try (Client client = Client.start(() -> failingAtFirst(database), new NoGuards(), SETTINGS, 0)) {
            CompletableFuture<Hold> hold =
                    client.lock("lock").acquireAsync(Duration.ofSeconds(20)).toCompletableFuture();
            assertThat(hold).succeedsWithin(20, TimeUnit.SECONDS);
            assertThat(log.entered.await(20, TimeUnit.SECONDS)).isTrue();
            log.open.countDown();
        }
    }

    private static LockStore failingAtFirst(ScriptedStore.Database database) {
        LockStore store = new ScriptedStore(database);
        AtomicBoolean failed = new AtomicBoolean();
        InvocationHandler handler = (self, method, arguments) -> {
            if (method.getName().equals("connect") && failed.compareAndSet(false, true)) {
                throw new IllegalStateException("the test's own failure");
            }
            return method.invoke(store, arguments);
        };
        return (LockStore)
                Proxy.newProxyInstance(LockStore.class.getClassLoader(), new Class<?>[] {LockStore.class}, handler);
    }

    @Test
    @Timeout(60)
    void theStepsOfAnAcquisitionGoOnWhileTheLogBlocks() throws Exception {
        try (LogThread writer = new LogThread()) {
            SerialExecutor steps = new SerialExecutor(writer);
            CompletableFuture<Void> next = CompletableFuture.runAsync(() -> {
                steps.run(() -> {
                    throw new IllegalStateException("the test's own failure");
                });
                steps.run(() -> {});
            });
            assertThat(next).succeedsWithin(20, TimeUnit.SECONDS);
            assertThat(log.entered.await(20, TimeUnit.SECONDS)).isTrue();
            log.open.countDown();
        }
    }

    /** Opens the log at its end, before the client is closed, so that a failure does not hang. */
    private static void assertRenewalsAndLosses(Client client, BlockingAppender log) throws InterruptedException {
        try {
            Hold renewed = client.lock(brief("renewed").withRenewal(true)).acquire();
            assertThat(lossOf(client.lock(brief("first")).acquire())).succeedsWithin(20, TimeUnit.SECONDS);
            assertThat(log.entered.await(20, TimeUnit.SECONDS)).isTrue();

            assertThat(lossOf(client.lock(brief("second")).acquire())).succeedsWithin(20, TimeUnit.SECONDS);
            assertThat(lossOf(client.lock(brief("third")).acquire())).succeedsWithin(20, TimeUnit.SECONDS);
            assertThat(renewed.isHeld()).isTrue();
        } finally {
            log.open.countDown();
        }
    }

    private static LockDefinition brief(String name) {
        return LockDefinition.of(name).withLease(LockDefinition.MIN_LEASE).withRenewal(false);
    }

    private static CompletableFuture<Boolean> lossOf(Hold hold) {
        CompletableFuture<Boolean> told = new CompletableFuture<>();
        hold.onLost(() -> told.complete(true));
        return told;
    }

    private static final class BlockingAppender extends AppenderBase<ILoggingEvent> {
        final CountDownLatch entered = new CountDownLatch(1);
        final CountDownLatch open = new CountDownLatch(1);

        @Override
        protected void append(ILoggingEvent event) {
            entered.countDown();
            try {
                open.await();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
