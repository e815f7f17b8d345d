package io.rowlock.internal.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.internal.client.Client;
import io.rowlock.internal.client.Settings;
import io.rowlock.internal.dispatch.ScriptedStore;
import io.rowlock.internal.dispatch.ScriptedStore.Batches;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.table.NoGuards;
import io.rowlock.internal.thread.LogThread;
import io.rowlock.internal.thread.SerialExecutor;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AcquisitionTest {
    private static final Duration WAIT = Duration.ofMillis(20);

    /** The wake-up sends the claim, and its answer is the result: the end of the wait must not report another one before. */
    @Test
    void aWaitThatEndsWhileTheLockIsReleasedHasOneResult() {
        ScriptedStore.Database database = new ScriptedStore.Database(Batches.SERVED);
        Settings settings = new Settings("node", Duration.ofSeconds(60), List.of(), HoldKind.LEASE);
        try (Client client = Client.start(() -> new ScriptedStore(database), new NoGuards(), settings, 0)) {
            LeaseLock lock = (LeaseLock)
                    client.lock(LockDefinition.of("lock").withRenewal(false).withLease(Duration.ofMinutes(9)));
            Hold hold = lock.acquire();
            ManualWaiter waiter = new ManualWaiter();
            Acquisition acquisition = new Acquisition(lock.context(), lock.definition(), WAIT, waiter);
            acquisition.begin();
            long end = System.nanoTime() + WAIT.toNanos();
            Awaitility.await().until(() -> System.nanoTime() - end > 0);

            waiter.step(() -> {
                hold.close();
                waiter.fire();
            });

            Awaitility.await("end of the acquisition").until(() -> !waiter.endings.isEmpty());
            Awaitility.await("end of the attempt")
                    .until(() -> !lock.context().shared().executor().isBusy());
            assertThat(waiter.endings).hasSize(1);
            assertThat(acquisition.report().isGranted())
                    .isEqualTo(database.holders().containsKey("lock"));
        }
    }

    /** A waiter whose scheduled step runs when the test says so. */
    private static final class ManualWaiter implements Waiter {
        private final SerialExecutor steps = new SerialExecutor(new LogThread());
        private final List<AcquisitionReport> endings = new CopyOnWriteArrayList<>();
        private @Nullable Runnable scheduled;

        void fire() {
            Runnable due = Objects.requireNonNull(scheduled);
            scheduled = null;
            due.run();
        }

        @Override
        public boolean isHere() {
            return false;
        }

        @Override
        public void step(Runnable step) {
            steps.run(step);
        }

        @Override
        public void wakeAt(long moment, Runnable step) {
            scheduled = step;
        }

        @Override
        public void wakeNever() {
            scheduled = null;
        }

        @Override
        public void end(AcquisitionReport report) {
            endings.add(report);
        }
    }
}
