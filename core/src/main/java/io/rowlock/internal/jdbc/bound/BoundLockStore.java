package io.rowlock.internal.jdbc.bound;

import io.rowlock.Database;
import io.rowlock.Finding;
import io.rowlock.LockKey;
import io.rowlock.Revocation;
import io.rowlock.internal.jdbc.bound.LockConnection.BusyException;
import io.rowlock.internal.jdbc.connection.BorrowedConnection;
import io.rowlock.internal.jdbc.connection.Borrowing;
import io.rowlock.internal.jdbc.connection.ConnectionExamination;
import io.rowlock.internal.jdbc.connection.StoreConnection;
import io.rowlock.internal.jdbc.connection.StoreConnection.Act;
import io.rowlock.internal.sql.Dialect;
import io.rowlock.internal.sql.NativeLocks;
import io.rowlock.internal.sql.Takeover;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.AcquireResult.Busy;
import io.rowlock.internal.store.AcquireResult.Granted;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.store.LockRow;
import io.rowlock.internal.store.LockRows;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.ServerQueue;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.store.StoreException.Kind;
import io.rowlock.internal.time.Terms;
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
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The lock table, behind locks that are tied to connections.
 *
 * <ol>
 *   <li>A claim first takes the database's own session lock, on this store's connection, without waiting; then the lock's
 *       row, by the same statements as a lease. The row gives the token and is what a guard locks; of two who would grant, it
 *       decides.
 *   <li>Whoever has the session lock and finds the row taken by a grant that hung on a connection knows that this connection is
 *       gone, and takes the row from it at once. A row that hangs on a lease is respected.
 *   <li>A renewal goes over the grant's own connection: its answer says that the connection lives. If it does not, its
 *       grants are not the asker's any more, for the database has freed them, or will.
 *   <li>A release frees the row first, and the session lock only then, on the same connection.
 * </ol>
 *
 * Each lane has such a store, with one connection; a grant stays at the connection that it was made on, whichever lane asks
 * about it later. A connection is kept as long as a lock is on it.
 */
public final class BoundLockStore implements LockStore {
    private static final Set<GrantOutcome> LOST = Set.of(GrantOutcome.NOT_OWNER);
    private static final Set<GrantOutcome> OVER = Set.of(GrantOutcome.DONE, GrantOutcome.NOT_OWNER);

    private final Borrowing borrowing;
    private final Dialect dialect;
    private final NativeLocks sessionLocks;
    private final BoundGrants grants;
    private final Duration linger;
    private final Optional<ServerQueue> serverQueue;
    private Duration timeout;
    private volatile @Nullable LockConnection own;
    private volatile @Nullable Use using;
    private volatile boolean closed;

    BoundLockStore(
            DataSource source, Dialect dialect, NativeLocks sessionLocks, BoundGrants grants, Patience patience) {
        borrowing = new Borrowing(source);
        this.dialect = dialect;
        this.sessionLocks = sessionLocks;
        this.grants = grants;
        timeout = patience.timeout();
        linger = patience.linger();
        serverQueue = sessionLocks.isQueued() ? Optional.of(new Queue()) : Optional.empty();
    }

    /**
     * How long things may take.
     *
     * @param timeout an answer
     * @param linger a connection without work, or a lock on it
     */
    public record Patience(Duration timeout, Duration linger) {}

    /** One use of a connection, told from the next by its identity. */
    private static final class Use {
        final LockConnection mooring;

        Use(LockConnection mooring) {
            this.mooring = mooring;
        }

        void abort() {
            mooring.abort(this);
        }
    }

    @Override
    public void ready() {
        connected();
    }

    @Override
    public Duration linger() {
        return linger;
    }

    private LockConnection connected() {
        LockConnection present = own;
        if (present != null && wake(present)) {
            return present;
        }
        return requireOpen(borrowed());
    }

    private LockConnection borrowed() {
        try {
            LockConnection fresh = moor(borrowing.borrow());
            grants.add(fresh);
            own = fresh;
            return fresh;
        } catch (SQLException | RuntimeException failure) {
            throw Borrowing.unreachable(failure);
        }
    }

    /** A pool may answer after the store was closed. Nobody would give that connection back, or end a wait on it. */
    private LockConnection requireOpen(LockConnection fresh) {
        if (closed) {
            fresh.rest();
            grants.giveBackWhatRests();
            throw new StoreException(Kind.UNREACHABLE, "this Rowlock is closed", null);
        }
        return fresh;
    }

    private boolean wake(LockConnection present) {
        try {
            return present.wake(timeout);
        } catch (BusyException stuck) {
            throw new StoreException(Kind.UNREACHABLE, String.valueOf(stuck.getMessage()), stuck);
        }
    }

    private LockConnection moor(BorrowedConnection connection) throws SQLException {
        try {
            connection.bound(timeout);
            return new LockConnection(connection, sessionLocks);
        } catch (SQLException | RuntimeException failure) {
            connection.discard();
            throw failure;
        }
    }

    @Override
    public void bound(Duration timeout) {
        this.timeout = timeout;
    }

    @Override
    public List<AcquireResult> acquire(List<Claim> claims) {
        List<AcquireResult> outcomes = new ArrayList<>(claims.size());
        for (Claim claim : claims) {
            try {
                outcomes.add(acquire(claim));
            } catch (StoreException failure) {
                throw outcomes.stream().anyMatch(Granted.class::isInstance) ? unsettled(failure) : failure;
            }
        }
        return outcomes;
    }

    /** Others of the same call were granted, so it is not true that nothing was changed. */
    private static StoreException unsettled(StoreException failure) {
        return new StoreException(Kind.UNKNOWN, String.valueOf(failure.getMessage()), failure);
    }

    private AcquireResult acquire(Claim claim) {
        Optional<LockConnection> earlier = grants.of(claim.key(), claim.requestId());
        if (earlier.isPresent()) {
            return run("acquire", earlier.get(), connection -> takeRow(connection, claim));
        }
        LockConnection present = connected();
        if (!grants.reserve(claim.key(), claim.requestId(), present)) {
            return run("acquire", present, connection -> refused(connection, claim.key()));
        }
        Optional<LockConnection> setAside = grants.moveToSetAside(claim.key(), claim.requestId());
        return setAside.isPresent() ? acquireSetAside(claim, setAside.get()) : acquire(claim, present);
    }

    /** Grants a claim on the connection that has got the lock by waiting; if that fails, the lock must not stay there. */
    private AcquireResult acquireSetAside(Claim claim, LockConnection mooring) {
        boolean answered = false;
        try {
            AcquireResult outcome = run("acquire", mooring, connection -> {
                mooring.limitSilence(connection, claim.terms());
                return takeOrUnlock(connection, claim, mooring);
            });
            answered = true;
            if (!(outcome instanceof Granted)) {
                grants.remove(claim.key(), mooring);
            }
            return outcome;
        } finally {
            if (!answered) {
                cut(mooring);
            }
        }
    }

    private AcquireResult acquire(Claim claim, LockConnection mooring) {
        boolean granted = false;
        try {
            AcquireResult outcome = run("acquire", mooring, connection -> lockAndTake(connection, claim, mooring));
            granted = outcome instanceof Granted;
            return outcome;
        } finally {
            if (!granted) {
                grants.remove(claim.key(), mooring);
            }
        }
    }

    private AcquireResult lockAndTake(Connection connection, Claim claim, LockConnection mooring) throws SQLException {
        if (!mooring.tryLock(connection, claim.key(), claim.terms())) {
            return refused(connection, claim.key());
        }
        return takeOrUnlock(connection, claim, mooring);
    }

    private AcquireResult takeOrUnlock(Connection connection, Claim claim, LockConnection mooring) throws SQLException {
        boolean granted = false;
        try {
            AcquireResult outcome = takeRow(connection, claim);
            granted = outcome instanceof Granted;
            return outcome;
        } finally {
            if (!granted) {
                unlockOrCut(connection, claim.key(), mooring);
            }
        }
    }

    private AcquireResult takeRow(Connection connection, Claim claim) throws SQLException {
        AcquireResult outcome = takeOnce(connection, claim);
        if (outcome instanceof Busy refused && isLeftBehind(refused, claim)) {
            long token = refused.row().orElseThrow().token();
            if (dialect.revoke(connection, claim.key(), token, true) instanceof Revocation.Revoked) {
                return takeOnce(connection, claim);
            }
        }
        return outcome;
    }

    private AcquireResult takeOnce(Connection connection, Claim claim) throws SQLException {
        return new Takeover(dialect, connection).acquire(List.of(claim)).get(0);
    }

    /** Whether the row is that of a holder whose connection is gone, and nothing else keeps it taken. */
    private static boolean isLeftBehind(Busy refused, Claim claim) {
        return !refused.isTooLate(claim)
                && refused.row()
                        .filter(row -> HoldKind.isOfConnection(row.requestId())
                                && !claim.requestId().equals(row.requestId())
                                && row.times().keptUntil() <= refused.now())
                        .isPresent();
    }

    /** Another has the lock. If its row does not say who, the session does: someone who uses no row has it. */
    private Busy refused(Connection connection, LockKey key) throws SQLException {
        LockRows found = dialect.plain().find(connection, key);
        boolean says = found.rows().stream().anyMatch(row -> row.isTaken(found.now()));
        LockRows seen = says ? found : look(connection, key);
        return new Busy(seen.rows().stream().findFirst(), seen.now());
    }

    private LockRows look(Connection connection, LockKey key) throws SQLException {
        LockRows found = dialect.plain().find(connection, key);
        Optional<String> holder = sessionLocks.holder(connection, key);
        Optional<LockRow> row = found.rows().stream().findFirst();
        return new ObservedLock(key, row, holder, found.now()).rows();
    }

    @Override
    public List<GrantOutcome> renew(List<Grant> renewed) {
        return answers(renewed, GrantOutcome.NOT_OWNER, this::renewAt);
    }

    private List<GrantOutcome> renewAt(LockConnection mooring, Duration wait, List<Grant> renewed)
            throws BusyException {
        try {
            return run("renew", mooring, wait, timeout, connection -> {
                if (!mooring.isSameSession(connection)) {
                    throw new SQLException("the connection leads to another session than before", "08003");
                }
                return unlocked(connection, mooring, renewed, dialect.renew(connection, renewed), LOST);
            });
        } catch (StoreException failure) {
            if (failure.kind() == Kind.UNKNOWN) {
                return renewed.stream().map(grant -> GrantOutcome.NOT_OWNER).toList();
            }
            throw failure;
        }
    }

    @Override
    public List<GrantOutcome> release(List<Grant> released) {
        return answers(released, null, this::releaseAt);
    }

    private List<GrantOutcome> releaseAt(LockConnection mooring, Duration wait, List<Grant> released)
            throws BusyException {
        return run("release", mooring, wait, timeout, connection -> {
            List<GrantOutcome> outcomes = dialect.release(connection, released);
            return unlocked(connection, mooring, released, outcomes, OVER);
        });
    }

    /** Unlocks what has ended, now that the row is no longer this client's. */
    private List<GrantOutcome> unlocked(
            Connection connection,
            LockConnection mooring,
            List<Grant> asked,
            List<GrantOutcome> outcomes,
            Set<GrantOutcome> ended)
            throws SQLException {
        Set<LockKey> over = new HashSet<>();
        for (int i = 0; i < asked.size(); i++) {
            if (ended.contains(outcomes.get(i)) && grants.of(asked.get(i)).isPresent()) {
                over.add(asked.get(i).key());
            }
        }
        mooring.unlock(connection, over);
        over.forEach(key -> grants.remove(key, mooring));
        return outcomes;
    }

    /**
     * Asks about each grant at its own mooring, about all of a mooring at once. Connections that are free come first. The grants
     * of a connection that stays busy are answered as if their rows were locked, so that a connection that hangs costs the
     * others neither their answers nor much time.
     *
     * @param unmoored the answer for those that are moored nowhere; null to ask about them over this store's connection
     */
    private List<GrantOutcome> answers(List<Grant> asked, @Nullable GrantOutcome unmoored, Question question) {
        Map<LockConnection, List<Grant>> byMooring = new LinkedHashMap<>();
        Map<Grant, GrantOutcome> outcomes = new HashMap<>();
        for (Grant grant : asked) {
            Optional<LockConnection> mooring = grants.of(grant);
            if (mooring.isEmpty() && unmoored != null) {
                outcomes.put(grant, unmoored);
            } else {
                byMooring
                        .computeIfAbsent(mooring.orElseGet(this::connected), at -> new ArrayList<>())
                        .add(grant);
            }
        }
        Map<LockConnection, List<Grant>> busy = ask(byMooring, Duration.ZERO, question, outcomes);
        if (!busy.isEmpty()) {
            busy = ask(busy, timeout.dividedBy(2L * busy.size()), question, outcomes);
        }
        if (!busy.isEmpty() && outcomes.isEmpty()) {
            throw busy(busy.keySet().iterator().next());
        }
        busy.values().stream().flatMap(List::stream).forEach(grant -> outcomes.put(grant, GrantOutcome.ROW_LOCKED));
        return asked.stream().map(outcomes::get).toList();
    }

    /** Asks over each connection that is free within the wait, and returns the others with their grants. */
    private static Map<LockConnection, List<Grant>> ask(
            Map<LockConnection, List<Grant>> asked,
            Duration wait,
            Question question,
            Map<Grant, GrantOutcome> outcomes) {
        Map<LockConnection, List<Grant>> busy = new LinkedHashMap<>();
        asked.forEach((mooring, grants) -> {
            try {
                List<GrantOutcome> answered = question.ask(mooring, wait, grants);
                for (int i = 0; i < grants.size(); i++) {
                    outcomes.put(grants.get(i), answered.get(i));
                }
            } catch (BusyException inUse) {
                busy.put(mooring, grants);
            }
        });
        return busy;
    }

    private static StoreException busy(LockConnection mooring) {
        BusyException inUse = new BusyException(mooring.toString());
        return new StoreException(Kind.TRANSIENT, String.valueOf(inUse.getMessage()), inUse);
    }

    /** Asks about grants over one connection, if it is free within the wait. */
    @FunctionalInterface
    private interface Question {
        List<GrantOutcome> ask(LockConnection mooring, Duration wait, List<Grant> grants) throws BusyException;
    }

    @Override
    public GrantOutcome unbind(Grant grant, String requestId) {
        LockConnection mooring = grants.of(grant).orElseGet(this::connected);
        return run("unbind", mooring, connection -> {
            GrantOutcome outcome = rename(connection, grant, requestId);
            return unlocked(connection, mooring, List.of(grant), List.of(outcome), Set.of(GrantOutcome.DONE))
                    .get(0);
        });
    }

    /** The row is renewed first, for that does not wait for whoever has it locked. */
    private GrantOutcome rename(Connection connection, Grant grant, String requestId) throws SQLException {
        GrantOutcome renewed = dialect.renew(connection, List.of(grant)).get(0);
        if (renewed == GrantOutcome.DONE) {
            return dialect.plain().rename(connection, grant, requestId) ? GrantOutcome.DONE : GrantOutcome.NOT_OWNER;
        }
        Grant leased = new Grant(grant.key(), grant.token(), requestId);
        boolean isRepeat = renewed == GrantOutcome.NOT_OWNER && dialect.plain().check(connection, leased);
        return isRepeat ? GrantOutcome.DONE : renewed;
    }

    @Override
    public GrantOutcome extend(Grant grant, Terms terms) {
        return run("extend", connected(), connection -> dialect.extend(connection, grant, terms));
    }

    @Override
    public boolean check(Grant grant) {
        Optional<LockConnection> mooring = grants.of(grant);
        if (mooring.isEmpty()) {
            return !HoldKind.isOfConnection(grant.requestId())
                    && run("check", connected(), connection -> dialect.plain().check(connection, grant));
        }
        return run(
                "check",
                mooring.get(),
                connection -> mooring.get().isSameSession(connection)
                        && dialect.plain().check(connection, grant));
    }

    @Override
    public LockRows find(LockKey key) {
        return run("find", connected(), connection -> look(connection, key));
    }

    @Override
    public LockRows list() {
        return run("list", connected(), connection -> dialect.plain().list(connection));
    }

    @Override
    public Revocation revoke(LockKey key, long token, boolean now) {
        return run("revoke", connected(), connection -> dialect.revoke(connection, key, token, now));
    }

    @Override
    public int purge(Duration retention) {
        return run("purge", connected(), connection -> dialect.purge(connection, retention));
    }

    @Override
    public List<Finding> examine() {
        return run("examine", connected(), connection -> {
            List<Finding> findings = new ArrayList<>(ConnectionExamination.examine(connection, dialect));
            sessionLocks.obstacle(connection).ifPresent(findings::add);
            return findings;
        });
    }

    @Override
    public Optional<ServerQueue> serverQueue() {
        return serverQueue;
    }

    /** Waiting for a lock on this store's connection. */
    private final class Queue implements ServerQueue {

        @Override
        public boolean isUsable() {
            LockConnection present = own;
            return present == null || present.isGone() || present.isUnlocked();
        }

        /** The connection answers no sooner than the wait is over, so it has that much more time. */
        @Override
        public boolean await(LockKey key, Terms terms, Duration longest) {
            LockConnection mooring = connected();
            boolean got = run(
                    "wait",
                    mooring,
                    timeout.plus(longest),
                    connection -> mooring.lock(connection, key, terms, longest));
            if (got) {
                grants.setAside(key, mooring);
            }
            return got;
        }

        @Override
        public boolean isSetAside(LockKey key) {
            LockConnection present = own;
            return present != null && grants.isSetAside(key, present);
        }

        @Override
        public void withdraw(LockKey key) {
            LockConnection present = own;
            if (present != null && grants.withdraw(key, present)) {
                unlockOrCut(key, present);
            }
        }

        private void unlockOrCut(LockKey key, LockConnection mooring) {
            boolean unlocked = false;
            try {
                unlocked = run("unlock", mooring, connection -> {
                    mooring.unlock(connection, Set.of(key));
                    return true;
                });
            } finally {
                if (!unlocked) {
                    cut(mooring);
                }
            }
        }
    }

    private <T> T run(String act, LockConnection mooring, Act<T> acting) {
        return run(act, mooring, timeout, acting);
    }

    private <T> T run(String act, LockConnection mooring, Duration bound, Act<T> acting) {
        try {
            return run(act, mooring, bound, bound, acting);
        } catch (BusyException failure) {
            throw new StoreException(Kind.TRANSIENT, act + ": " + failure.getMessage(), failure);
        }
    }

    private <T> T run(String act, LockConnection mooring, Duration wait, Duration bound, Act<T> acting)
            throws BusyException {
        Use use = new Use(mooring);
        using = use;
        try {
            return mooring.use(use, wait, bound, acting);
        } catch (SQLException failure) {
            throw failed(act, mooring, failure);
        } catch (RuntimeException | Error failure) {
            cut(mooring);
            throw failure;
        } finally {
            using = null;
        }
    }

    private StoreException failed(String act, LockConnection mooring, SQLException failure) {
        Kind kind = mooring.isClosed() || mooring.isAborted() ? Kind.UNKNOWN : dialect.classify(failure);
        if (kind == Kind.UNKNOWN) {
            cut(mooring);
        }
        return new StoreException(kind, act + ": " + StoreConnection.describe(failure), failure);
    }

    private void unlockOrCut(Connection connection, LockKey key, LockConnection mooring) {
        try {
            mooring.unlock(connection, Set.of(key));
        } catch (SQLException failure) {
            cut(mooring);
        }
    }

    private void cut(LockConnection mooring) {
        mooring.discard();
        grants.removeAll(mooring);
    }

    /** Gives back every connection that rests and has no lock on it, for the last lock may have been released elsewhere. */
    @Override
    public void rest() {
        LockConnection present = own;
        if (present != null) {
            present.rest();
        }
        grants.giveBackWhatRests();
    }

    /** Cuts the connection, or ends the wait for one: but not on H2, whose file an interrupt would close for everyone. */
    @Override
    public void abort() {
        aborting().run();
    }

    @Override
    public Runnable aborting() {
        Use use = using;
        if (use != null) {
            return use::abort;
        }
        return dialect.database() == Database.H2 ? () -> {} : borrowing.interruption();
    }

    @Override
    public boolean carries(Grant grant) {
        return grants.of(grant).isPresent();
    }

    /** Other holds of the same connection stay if the lock can be unlocked; if that fails, the connection is cut. */
    @Override
    public void abandon(Grant grant) {
        grants.of(grant)
                .ifPresent(mooring -> run(
                        "unlock",
                        mooring,
                        connection -> unlocked(connection, mooring, List.of(grant), List.of(GrantOutcome.DONE), OVER)));
    }

    /** The locks that are on the connection stay: other stores of the client renew and release them. */
    @Override
    public void retire() {
        closed = true;
        rest();
        LockConnection present = own;
        if (present != null && !present.isGone()) {
            grants.addOrphan(present);
        }
        own = null;
        grants.abandoned().forEach(this::cut);
    }

    /** Nobody is left to release what is still locked here, so it ends with the connection. */
    @Override
    public void close() {
        grants.close();
        retire();
    }
}
