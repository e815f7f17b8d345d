package io.rowlock.internal.jdbc.bound;

import io.rowlock.LockKey;
import io.rowlock.internal.sql.Dialect;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.store.StoreException.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Renews, releases and checks grants, each on the connection that it is tied to.
 *
 * <p>Connections that are free come first. The grants of a connection that stays busy are answered as if their rows were
 * locked, so that a connection that hangs costs the grants of others neither their answers nor much time.
 */
final class BoundGrantCalls {
    private static final Set<GrantOutcome> LOST = Set.of(GrantOutcome.NOT_OWNER);
    private static final Set<GrantOutcome> OVER = Set.of(GrantOutcome.DONE, GrantOutcome.NOT_OWNER);

    private final BoundConnections connections;
    private final Dialect dialect;
    private final BoundGrants grants;

    BoundGrantCalls(BoundConnections connections, Dialect dialect, BoundGrants grants) {
        this.connections = connections;
        this.dialect = dialect;
        this.grants = grants;
    }

    List<GrantOutcome> renew(List<Grant> renewed) {
        return renew(renewed, (used, connection, tied) -> dialect.leases().renew(used, tied));
    }

    /** The session may be silent for as long before the row says so: its end would free a lock that its holder believes in. */
    GrantOutcome renew(Grant grant, Duration atLeast) {
        return renew(List.of(grant), (used, connection, tied) -> {
                    connection.silence().suit(used, atLeast);
                    return List.of(dialect.singleGrants().renew(used, grant, atLeast));
                })
                .get(0);
    }

    private List<GrantOutcome> renew(List<Grant> renewed, Renewing statement) {
        return callEach(
                renewed,
                GrantOutcome.NOT_OWNER,
                (connection, wait, tied) -> renewOn(connection, wait, tied, statement));
    }

    /** Renews grants on their own connection. */
    @FunctionalInterface
    private interface Renewing {
        List<GrantOutcome> on(Connection used, LockConnection connection, List<Grant> grants) throws SQLException;
    }

    private List<GrantOutcome> renewOn(
            LockConnection connection, Duration wait, List<Grant> renewed, Renewing statement) throws BusyException {
        try {
            return connections.runIfFree("renew", connection, wait, used -> {
                if (!connection.isSameSession(used)) {
                    throw new SQLException("the connection leads to another session than before", "08003");
                }
                return unlockEnded(used, connection, renewed, statement.on(used, connection, renewed), LOST);
            });
        } catch (StoreException failure) {
            if (failure.kind() == Kind.UNKNOWN) {
                return renewed.stream().map(grant -> GrantOutcome.NOT_OWNER).toList();
            }
            throw failure;
        }
    }

    List<GrantOutcome> release(List<Grant> released) {
        return callEach(released, null, this::releaseOn);
    }

    private List<GrantOutcome> releaseOn(LockConnection connection, Duration wait, List<Grant> released)
            throws BusyException {
        return connections.runIfFree("release", connection, wait, used -> {
            List<GrantOutcome> outcomes = dialect.release(used, released);
            return unlockEnded(used, connection, released, outcomes, OVER);
        });
    }

    /** Unlocks the grants that have ended, now that their rows are no longer this client's. */
    private List<GrantOutcome> unlockEnded(
            Connection used,
            LockConnection connection,
            List<Grant> called,
            List<GrantOutcome> outcomes,
            Set<GrantOutcome> ended)
            throws SQLException {
        Set<LockKey> over = new HashSet<>();
        for (int i = 0; i < called.size(); i++) {
            if (ended.contains(outcomes.get(i)) && grants.of(called.get(i)).isPresent()) {
                over.add(called.get(i).key());
            }
        }
        connection.unlock(used, over);
        over.forEach(key -> grants.remove(key, connection));
        return outcomes;
    }

    /**
     * Makes one call for all grants of a connection.
     *
     * @param untied the answer for grants that are tied to no connection; null to make the call on this store's connection
     */
    private List<GrantOutcome> callEach(List<Grant> called, @Nullable GrantOutcome untied, Call call) {
        Map<LockConnection, List<Grant>> byConnection = new LinkedHashMap<>();
        Map<Grant, GrantOutcome> outcomes = new HashMap<>();
        for (Grant grant : called) {
            Optional<LockConnection> connection = grants.of(grant);
            if (connection.isEmpty() && untied != null) {
                outcomes.put(grant, untied);
            } else {
                byConnection
                        .computeIfAbsent(connection.orElseGet(connections::connected), at -> new ArrayList<>())
                        .add(grant);
            }
        }
        callFreeFirst(byConnection, call, outcomes);
        return called.stream().map(outcomes::get).toList();
    }

    private void callFreeFirst(
            Map<LockConnection, List<Grant>> byConnection, Call call, Map<Grant, GrantOutcome> outcomes) {
        Map<LockConnection, List<Grant>> busy = callFree(byConnection, Duration.ZERO, call, outcomes);
        if (!busy.isEmpty()) {
            busy = callFree(busy, connections.timeout().dividedBy(2L * busy.size()), call, outcomes);
        }
        if (!busy.isEmpty() && outcomes.isEmpty()) {
            BusyException inUse = busy.keySet().iterator().next().busy();
            throw new StoreException(Kind.TRANSIENT, String.valueOf(inUse.getMessage()), inUse);
        }
        busy.values().stream().flatMap(List::stream).forEach(grant -> outcomes.put(grant, GrantOutcome.ROW_LOCKED));
    }

    /** Makes the call on each connection that is free within the wait, and returns the others with their grants. */
    private static Map<LockConnection, List<Grant>> callFree(
            Map<LockConnection, List<Grant>> byConnection,
            Duration wait,
            Call call,
            Map<Grant, GrantOutcome> outcomes) {
        Map<LockConnection, List<Grant>> busy = new LinkedHashMap<>();
        byConnection.forEach((connection, called) -> {
            try {
                List<GrantOutcome> answers = call.on(connection, wait, called);
                for (int i = 0; i < called.size(); i++) {
                    outcomes.put(called.get(i), answers.get(i));
                }
            } catch (BusyException inUse) {
                busy.put(connection, called);
            }
        });
        return busy;
    }

    /** A call about grants of one connection, if that is free within the wait. */
    @FunctionalInterface
    private interface Call {
        List<GrantOutcome> on(LockConnection connection, Duration wait, List<Grant> grants) throws BusyException;
    }

    GrantOutcome unbind(Grant grant, String requestId) {
        LockConnection connection = grants.of(grant).orElseGet(connections::connected);
        return connections.run("unbind", connection, used -> {
            GrantOutcome outcome = rename(used, grant, requestId);
            return unlockEnded(used, connection, List.of(grant), List.of(outcome), Set.of(GrantOutcome.DONE))
                    .get(0);
        });
    }

    /** The row is renewed first, because a renewal does not wait for a transaction that has the row locked. */
    private GrantOutcome rename(Connection used, Grant grant, String requestId) throws SQLException {
        GrantOutcome renewed = dialect.leases().renew(used, List.of(grant)).get(0);
        if (renewed == GrantOutcome.DONE) {
            return dialect.plain().rename(used, grant, requestId) ? GrantOutcome.DONE : GrantOutcome.NOT_OWNER;
        }
        Grant leased = new Grant(grant.key(), grant.token(), requestId);
        boolean isRepeat = renewed == GrantOutcome.NOT_OWNER && dialect.plain().check(used, leased);
        return isRepeat ? GrantOutcome.DONE : renewed;
    }

    boolean check(Grant grant) {
        Optional<LockConnection> connection = grants.of(grant);
        if (connection.isEmpty()) {
            return !HoldKind.isOfConnection(grant.requestId())
                    && connections.run("check", used -> dialect.plain().check(used, grant));
        }
        return connections.run(
                "check",
                connection.get(),
                used -> connection.get().isSameSession(used) && dialect.plain().check(used, grant));
    }

    /** Other holds of the same connection stay if the lock can be unlocked; if that fails, the connection is cut. */
    void abandon(Grant grant) {
        grants.of(grant)
                .ifPresent(connection -> connections.run(
                        "unlock",
                        connection,
                        used -> unlockEnded(used, connection, List.of(grant), List.of(GrantOutcome.DONE), OVER)));
    }
}
