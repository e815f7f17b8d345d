package io.rowlock.chaos.worker;

import io.rowlock.Rowlock;
import io.rowlock.chaos.bug.FaultyClients;
import io.rowlock.chaos.bug.SeededBug;
import io.rowlock.chaos.client.Contestant;
import io.rowlock.chaos.client.LockClient;
import io.rowlock.chaos.client.RowlockClient;
import io.rowlock.chaos.client.ShedLockClient;
import io.rowlock.chaos.client.SpringIntegrationClient;
import io.rowlock.chaos.history.HistoryWriter;
import java.util.Optional;
import javax.sql.DataSource;

/** Makes the client that a worker is told to use. */
final class LockClients {
    private LockClients() {}

    static LockClient open(WorkerConfig config, DataSource pool, HistoryWriter history) {
        Optional<SeededBug> bug = SeededBug.named(config.text("bug"));
        return switch (Contestant.named(config.text("client"))) {
            case ROWLOCK ->
                bug.isPresent()
                        ? FaultyClients.open(bug.get(), pool, config.terms(), history)
                        : rowlock(config, pool, history);
            case SHEDLOCK -> new ShedLockClient(pool, config.lease());
            case SPRING_INTEGRATION -> new SpringIntegrationClient(pool, config.text("url"), config.lease());
        };
    }

    private static LockClient rowlock(WorkerConfig config, DataSource pool, HistoryWriter history) {
        Rowlock rowlock = Rowlock.builder(pool)
                .owner(config.name())
                .callTimeout(config.callTimeout())
                .listener(event -> RowlockClient.note(history, event))
                .build();
        return new RowlockClient(rowlock, config.lease());
    }
}
