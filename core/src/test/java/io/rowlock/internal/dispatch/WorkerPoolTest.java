package io.rowlock.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.thread.LogThread;
import io.rowlock.internal.time.SuspensionTicker;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class WorkerPoolTest {

    /** A thread that runs already cannot be started, as one for which the machine has no room. */
    @Test
    void theFirstWorkerEndsIfTheSecondCannotBeStarted() {
        LogThread log = new LogThread();
        RecordingStores stores = new RecordingStores();
        List<StoreWorker> workers = new ArrayList<>();
        try (StoreExecutor executor = new StoreExecutor(stores::make, SuspensionTicker.SYSTEM, HoldKind.LEASE, log)) {
            WorkerPool pool = new WorkerPool(SuspensionTicker.SYSTEM, HoldKind.LEASE, number -> {
                StoreWorker worker = new StoreWorker(executor, number, stores.make(), SuspensionTicker.SYSTEM, log);
                workers.add(worker);
                return worker;
            });
            workers.get(1).start();

            assertThatExceptionOfType(IllegalThreadStateException.class).isThrownBy(pool::start);

            Awaitility.await().until(() -> workers.stream().noneMatch(StoreWorker::isAlive));
            assertThat(executor.isClosed()).isFalse();
        } finally {
            log.close();
        }
    }
}
