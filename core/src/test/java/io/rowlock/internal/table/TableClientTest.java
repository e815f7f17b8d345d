package io.rowlock.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.LockKey;
import io.rowlock.LockOutcomeUnknownException;
import io.rowlock.LockStoreException;
import io.rowlock.internal.client.Client;
import io.rowlock.internal.client.Settings;
import io.rowlock.internal.release.Releaser;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.store.StoreException.Kind;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The answer to a caller whose requests fail, one after the other, as a script says. */
class TableClientTest {
    private static final LockKey KEY = LockKey.of("report");
    private static final Duration LEASE = Duration.ofMinutes(1);

    /** The answer of the store to each request, or its failure; the last is repeated. */
    private final Queue<Object> script = new ConcurrentLinkedQueue<>();

    /** The failure of the next release. */
    private final AtomicReference<@Nullable StoreException> releaseFailure = new AtomicReference<>();

    private final BlockingQueue<String> released = new LinkedBlockingQueue<>();
    private final TableClient client =
            TableClient.start(this::store, new Settings("node", Duration.ofMillis(500), List.of(), HoldKind.LEASE), 0);

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void aRequestThatWasSurelyNotDoneIsReportedSo() {
        script.add(failure(Kind.UNREACHABLE));

        assertThatExceptionOfType(LockStoreException.class)
                .isThrownBy(() -> client.claimWithNewId(KEY, "mine", LEASE))
                .isNotInstanceOf(LockOutcomeUnknownException.class)
                .withMessageContaining("nothing was changed");
    }

    @Test
    void anUnknownOutcomeStaysUnknownWhateverLaterSendingsFailWith() throws InterruptedException {
        for (Kind later : List.of(Kind.UNREACHABLE, Kind.TRANSIENT, Kind.REJECTED)) {
            script.clear();
            script.addAll(List.of(failure(Kind.UNKNOWN), failure(later)));

            assertThatExceptionOfType(LockOutcomeUnknownException.class)
                    .isThrownBy(() -> client.claimWithNewId(KEY, "before " + later, LEASE));
            assertGivenBack("before " + later);
        }
    }

    @Test
    void aClaimThatMayStillBeOnItsWayIsGivenBackThoughItsRepeatIsRejected() throws InterruptedException {
        script.addAll(List.of(failure(Kind.UNKNOWN), new AcquireResult.Busy(Optional.empty(), 0)));

        assertThat(client.claimWithNewId(KEY, "mine", LEASE)).isInstanceOf(AcquireResult.Busy.class);
        assertGivenBack("mine");
    }

    @Test
    void anUnknownReleaseThatFindsNothingAfterALockedRowWasDone() {
        script.addAll(List.of(failure(Kind.UNKNOWN), GrantOutcome.ROW_LOCKED, GrantOutcome.NOT_OWNER));

        assertThat(client.release(new Grant(KEY, 0, "mine"))).isTrue();
    }

    @Test
    void aReleaseThatFindsNothingAtOnceWasNotDone() {
        script.addAll(List.of(failure(Kind.TRANSIENT), GrantOutcome.NOT_OWNER));

        assertThat(client.release(new Grant(KEY, 0, "mine"))).isFalse();
    }

    @Test
    void aReleaseThatWasSurelyNotDoneLeavesTheGrantAlone() throws InterruptedException {
        script.addAll(List.of(failure(Kind.UNKNOWN), new AcquireResult.Granted(1)));
        assertThat(client.claimWithNewId(KEY, "mine", LEASE)).isInstanceOf(AcquireResult.Granted.class);

        releaseFailure.set(failure(Kind.REJECTED));
        assertThatExceptionOfType(LockStoreException.class)
                .isThrownBy(() -> client.release(new Grant(KEY, 0, "mine")))
                .withMessageContaining("nothing was changed");
        assertThat(releaser().isIdle()).isTrue();

        client.release(new Grant(KEY, 0, "mine"));
        assertThat(releaser().isIdle()).isFalse();
        assertGivenBack("mine");
    }

    @Test
    void aReleaseThatMayHaveBeenDoneGoesOnInTheBackground() throws InterruptedException {
        script.addAll(List.of(failure(Kind.UNKNOWN), new AcquireResult.Granted(1)));
        assertThat(client.claimWithNewId(KEY, "mine", LEASE)).isInstanceOf(AcquireResult.Granted.class);

        script.clear();
        script.addAll(List.of(failure(Kind.UNKNOWN), failure(Kind.REJECTED), GrantOutcome.DONE));
        assertThatExceptionOfType(LockOutcomeUnknownException.class)
                .isThrownBy(() -> client.release(new Grant(KEY, 0, "mine")));
        assertThat(releaser().isIdle()).isFalse();
    }

    private Releaser releaser() {
        return ((Client) client.locks()).context().releaser();
    }

    private void assertGivenBack(String requestId) throws InterruptedException {
        String told = released.poll(20, TimeUnit.SECONDS);
        while (told != null && !told.equals(requestId)) {
            told = released.poll(20, TimeUnit.SECONDS);
        }
        assertThat(told).isEqualTo(requestId);
    }

    private static StoreException failure(Kind kind) {
        return new StoreException(kind, "the test's own failure", null);
    }

    private TableStore store() {
        InvocationHandler answers = (proxy, method, args) -> switch (method.getName()) {
            case "mixesKinds", "servesCallers" -> false;
            case "acquire" -> List.of(next());
            case "release" -> release((List<?>) args[0]);
            default -> method.isDefault() ? inherited(proxy, method, args) : null;
        };
        return (TableStore)
                Proxy.newProxyInstance(TableStore.class.getClassLoader(), new Class<?>[] {TableStore.class}, answers);
    }

    private static Object inherited(Object proxy, Method method, Object[] args) throws Throwable {
        return InvocationHandler.invokeDefault(proxy, method, args);
    }

    /** A release follows the script if that speaks of releases; one in the background is noted. */
    private List<Object> release(List<?> grants) {
        StoreException failure = releaseFailure.getAndSet(null);
        if (failure != null) {
            throw failure;
        }
        if (script.stream().anyMatch(GrantOutcome.class::isInstance)) {
            return List.of(next());
        }
        return grants.stream().<Object>map(grant -> noted((Grant) grant)).toList();
    }

    private GrantOutcome noted(Grant grant) {
        released.add(grant.requestId());
        return GrantOutcome.NOT_OWNER;
    }

    private Object next() {
        Object step = script.size() > 1 ? script.remove() : script.element();
        if (step instanceof StoreException failure) {
            throw failure;
        }
        return step;
    }
}
