package io.rowlock.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.rowlock.internal.dispatch.ScriptedStore;
import io.rowlock.internal.dispatch.ScriptedStore.Batches;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.table.NoGuards;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client starts two workers, the heartbeat and the thread of its listeners, on a machine that lacks a thread for one of them. */
class ScarceStartTest {
    private static final Settings SETTINGS =
            new Settings("node", Duration.ofSeconds(5), List.of(event -> {}), HoldKind.LEASE);

    private final ScriptedStore.Database database = new ScriptedStore.Database(Batches.SERVED);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void noThreadIsLeftIfOneCannotBeHad(int number) throws InterruptedException {
        Starter starter = new Starter(number);
        starter.start();
        starter.join();
        assumeThat(starter.made)
                .as("threads for which the JDK asked for the class loader: JDK 25 does not ask")
                .isPositive();

        assertThat(starter.failure).isInstanceOf(OutOfMemoryError.class);
        assertThat(starter.left()).isEmpty();
    }

    /** A new thread asks the one that makes it for its class loader, which lets this one reject a thread as a machine does. */
    private final class Starter extends Thread {
        private final int rejected;
        private final Set<Thread> before =
                new HashSet<>(Thread.getAllStackTraces().keySet());
        private int made;
        private volatile @Nullable Throwable failure;

        Starter(int rejected) {
            super("starter");
            this.rejected = rejected;
        }

        @Override
        public void run() {
            try {
                Client.start(() -> new ScriptedStore(database), new NoGuards(), SETTINGS, 0)
                        .close();
            } catch (OutOfMemoryError noThread) {
                failure = noThread;
            }
        }

        @Override
        public @Nullable ClassLoader getContextClassLoader() {
            if (isAsThisMakesAThread() && isRejected()) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            return super.getContextClassLoader();
        }

        private boolean isRejected() {
            made++;
            return made == rejected;
        }

        private boolean isAsThisMakesAThread() {
            return Thread.currentThread().equals(this)
                    && StackWalker.getInstance()
                            .walk(frames -> frames.anyMatch(
                                    frame -> frame.getClassName().endsWith("EngineThread")));
        }

        /** The threads that are there and were not before, by name; those that are about to end have a moment for it. */
        Set<String> left() throws InterruptedException {
            Set<Thread> now = new HashSet<>(Thread.getAllStackTraces().keySet());
            now.removeAll(before);
            now.removeIf(thread -> !thread.getName().startsWith("rowlock-"));
            for (Thread thread : now) {
                TimeUnit.SECONDS.timedJoin(thread, 5);
            }
            return now.stream().filter(Thread::isAlive).map(Thread::getName).collect(Collectors.toSet());
        }
    }
}
