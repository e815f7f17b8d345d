package io.rowlock.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.LockStoreException;
import io.rowlock.LockTicket;
import io.rowlock.internal.dispatch.ScriptedStore;
import io.rowlock.internal.dispatch.ScriptedStore.Batches;
import io.rowlock.internal.dispatch.ScriptedStore.Step;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.store.StoreException.Kind;
import io.rowlock.internal.table.NoGuards;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A ticket whose release fails, of a claim whose first statement got no answer. */
class TicketReleaseTest {
    private static final String NAME = "ticket";
    private static final Settings SETTINGS = new Settings("node", Duration.ofMillis(500), List.of(), HoldKind.LEASE);

    private final ScriptedStore.Database database = new ScriptedStore.Database(Batches.SERVED);

    @Test
    void theFirstStatementIsWatchedAlthoughTheReleaseFails() {
        database.script(NAME, List.of(Step.UNKNOWN_NOT_DONE), () -> {}, 0);
        try (Client client = Client.start(this::store, new NoGuards(), SETTINGS, 0)) {
            LockTicket ticket = client.lock(NAME).acquire().detach();

            assertThatExceptionOfType(LockStoreException.class)
                    .isThrownBy(client.resume(ticket)::release)
                    .withMessageContaining("the test's own failure");

            Awaitility.await("its release in the background")
                    .until(() -> database.holders().isEmpty());
            assertThat(client.context().releaser().isIdle()).isFalse();
        }
    }

    private LockStore store() {
        LockStore inner = new ScriptedStore(database);
        InvocationHandler failing = (proxy, method, arguments) -> {
            if (method.getName().equals("releaseDurably")) {
                throw new StoreException(Kind.REJECTED, "the test's own failure", null);
            }
            try {
                return method.invoke(inner, arguments);
            } catch (InvocationTargetException failure) {
                throw failure.getCause();
            }
        };
        return (LockStore)
                Proxy.newProxyInstance(LockStore.class.getClassLoader(), new Class<?>[] {LockStore.class}, failing);
    }
}
