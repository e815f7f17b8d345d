package io.rowlock.internal.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.dispatch.StoreExecutor;
import io.rowlock.internal.release.Releaser;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.SessionStore;
import io.rowlock.internal.thread.LogThread;
import io.rowlock.internal.time.SuspensionTicker;
import io.rowlock.internal.time.Terms;
import io.rowlock.internal.time.Ticker;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** Which sessions a process opens. */
class SessionsTest {
    private static final int ROUNDS = 3_000;
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(30);

    private final Ticker ticker = SuspensionTicker.SYSTEM;
    private final Set<String> opened = ConcurrentHashMap.newKeySet();

    /**
     * Many holds ask for a session while it is being opened. A second one would take the place of the first, which no heartbeat
     * would extend any more, and the holds that had joined it would be lost.
     */
    @Test
    void oneSessionIsOpenedThoughHoldsAskForItWhileItOpens() {
        try (LogThread log = new LogThread();
                StoreExecutor executor = new StoreExecutor(this::store, ticker, HoldKind.LEASE, new LogThread())) {
            for (int round = 0; round < ROUNDS; round++) {
                opened.clear();
                Session session = openOne(sessions(executor, log));
                assertThat(opened).as("sessions opened in round " + round).containsExactly(session.id());
            }
        }
    }

    private Sessions sessions(StoreExecutor executor, LogThread log) {
        Releaser releaser = new Releaser(executor, ticker, CALL_TIMEOUT, grant -> false, grant -> false, () -> {}, log);
        return new Sessions(
                executor,
                new Holds(),
                releaser,
                ticker,
                CALL_TIMEOUT,
                "owner",
                () -> {},
                new RenewalReports(Optional.empty(), log, ticker));
    }

    private static Session openOne(Sessions sessions) {
        Terms terms = new Terms(Duration.ofMinutes(5), Duration.ofSeconds(10));
        Optional<Session> accepting = sessions.accepting(terms);
        while (accepting.isEmpty()) {
            accepting = sessions.accepting(terms);
        }
        sessions.close();
        return accepting.get();
    }

    private LockStore store() {
        SessionStore sessions = answering(SessionStore.class, Optional.empty());
        return answering(LockStore.class, Optional.of(sessions));
    }

    /** A store, or its sessions, that answers everything at once. */
    private <T> T answering(Class<T> type, Optional<SessionStore> sessions) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> switch (method.getName()) {
                    case "sessions" -> sessions;
                    case "open" -> {
                        opened.add((String) arguments[0]);
                        yield null;
                    }
                    case "idleTimeout" -> CALL_TIMEOUT;
                    case "servesCallers", "mixesKinds", "keepsConnection" -> false;
                    default -> null;
                }));
    }
}
