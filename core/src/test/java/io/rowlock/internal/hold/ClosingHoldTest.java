package io.rowlock.internal.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.internal.client.Client;
import io.rowlock.internal.client.Settings;
import io.rowlock.internal.dispatch.ScriptedStore;
import io.rowlock.internal.dispatch.ScriptedStore.Batches;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.table.NoGuards;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class ClosingHoldTest {
    private final ScriptedStore.Database database = new ScriptedStore.Database(Batches.SERVED);
    private final Client client = Client.start(
            () -> new ScriptedStore(database),
            new NoGuards(),
            new Settings("node", Duration.ofSeconds(60), List.of(), HoldKind.LEASE),
            0);

    /** The client waits for a request in flight before it releases its holds. */
    @Test
    void aHoldThatIsClosedWhileItsClientClosesIsNotHeld() throws Exception {
        Hold hold = client.lock("lock").acquire();
        database.shut();
        var unused = client.lock("other").acquireAsync(Duration.ofSeconds(60));
        Awaitility.await().until(() -> client.context().executor().isBusy());
        CompletableFuture<Void> closing = CompletableFuture.runAsync(client::close);
        Awaitility.await().until(client::isClosed);

        hold.close();
        boolean held = hold.isHeld();
        database.open();
        closing.get(60, TimeUnit.SECONDS);

        assertThat(held).isFalse();
        assertThat(database.holders()).isEmpty();
    }
}
