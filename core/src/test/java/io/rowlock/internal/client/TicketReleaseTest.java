package io.rowlock.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.LockOutcomeUnknownException;
import io.rowlock.LockStoreException;
import io.rowlock.LockTicket;
import io.rowlock.internal.dispatch.ScriptedStore;
import io.rowlock.internal.dispatch.ScriptedStore.Batches;
import io.rowlock.internal.dispatch.ScriptedStore.Step;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
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
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A ticket whose release fails, of a claim whose first statement got no answer. */
class TicketReleaseTest {
    private static final String NAME = "ticket";
    private static final Settings SETTINGS = new Settings("node", Duration.ofMillis(500), List.of(), HoldKind.LEASE);

    private final ScriptedStore.Database database = new ScriptedStore.Database(Batches.SERVED);

    /** The tokens by which releases in the background name the grant. */
    private final Queue<Long> releasedInBackground = new ConcurrentLinkedQueue<>();

    private volatile Supplier<Optional<GrantOutcome>> instead = Optional::empty;

    @Test
    void theGrantStandsIfItsReleaseIsRejected() {
        assertStandsAfter(failing(Kind.REJECTED));
    }

    @Test
    void theGrantStandsIfItsReleaseFoundNoConnection() {
        assertStandsAfter(failing(Kind.UNREACHABLE));
    }

    @Test
    void theGrantStandsIfItsRowStayedLocked() {
        assertStandsAfter(() -> Optional.of(GrantOutcome.ROW_LOCKED));
    }

    /** Its bearer, who was told that nothing was changed, may go on using it. */
    private void assertStandsAfter(Supplier<Optional<GrantOutcome>> failing) {
        database.script(NAME, List.of(Step.UNKNOWN_NOT_DONE), () -> {}, 0);
        try (Client client = Client.start(this::store, new NoGuards(), SETTINGS, 0)) {
            LockTicket ticket = client.lock(NAME).acquire().detach();

            instead = failing;
            assertThatExceptionOfType(LockStoreException.class)
                    .isThrownBy(client.resume(ticket)::release)
                    .isNotInstanceOf(LockOutcomeUnknownException.class)
                    .withMessageContaining("nothing was changed");
            assertThat(client.context().releaser().isIdle()).isTrue();
            assertThat(database.holders()).containsKey(NAME);

            instead = Optional::empty;
            assertThat(client.resume(ticket).release()).isTrue();
            assertThat(client.context().releaser().isIdle())
                    .as("the first statement is watched from now on")
                    .isFalse();
        }
    }

    /** The keep-for of a grant that still stands must stay, and that of one which the first statement may yet make must not. */
    @Test
    void aReleaseInDoubtIsRepeatedWithTheTokenAndThenTheFirstStatementIsWatched() {
        database.script(NAME, List.of(Step.UNKNOWN_NOT_DONE), () -> {}, 0);
        try (Client client = Client.start(this::store, new NoGuards(), SETTINGS, 0)) {
            LockTicket ticket = client.lock(NAME).acquire().detach();

            instead = failing(Kind.UNKNOWN);
            assertThatExceptionOfType(LockOutcomeUnknownException.class)
                    .isThrownBy(client.resume(ticket)::release)
                    .withMessageContaining("the test's own failure");

            Awaitility.await().until(() -> releasedInBackground.size() > 1);
            assertThat(releasedInBackground).startsWith(ticket.token(), Grant.UNKNOWN_TOKEN);
            assertThat(database.holders()).isEmpty();
            assertThat(client.context().releaser().isIdle()).isFalse();
        }
    }

    private static Supplier<Optional<GrantOutcome>> failing(Kind kind) {
        return () -> {
            throw new StoreException(kind, "the test's own failure", null);
        };
    }

    private LockStore store() {
        LockStore inner = new ScriptedStore(database);
        InvocationHandler failing = (proxy, method, arguments) -> {
            if (method.getName().equals("releaseDurably")) {
                return instead.get().orElseGet(() -> inner.releaseDurably((Grant) arguments[0]));
            }
            if (method.getName().equals("release")) {
                ((List<?>) arguments[0]).forEach(grant -> releasedInBackground.add(((Grant) grant).token()));
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
