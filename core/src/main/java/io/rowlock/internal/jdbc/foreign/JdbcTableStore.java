package io.rowlock.internal.jdbc.foreign;

import io.rowlock.Finding;
import io.rowlock.LockKey;
import io.rowlock.Revocation;
import io.rowlock.internal.jdbc.connection.StoreConnection;
import io.rowlock.internal.sql.foreign.ForeignTable;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.LockRows;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.store.StoreException.Kind;
import io.rowlock.internal.table.TableStore;
import io.rowlock.internal.time.Terms;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A lock table that others have designed, through JDBC. The process remembers the terms and tokens that its rows cannot carry. */
final class JdbcTableStore implements TableStore {
    private static final int PORTION = 128;

    private final StoreConnection connection;
    private final ForeignTable table;
    private final TableMemory memory;

    JdbcTableStore(StoreConnection connection, ForeignTable table, TableMemory memory) {
        this.connection = connection;
        this.table = table;
        this.memory = memory;
    }

    @Override
    public void connect() {
        connection.connected();
    }

    @Override
    public void callTimeout(Duration timeout) {
        connection.callTimeout(timeout);
    }

    /** A failure after a grant leaves the call in doubt. */
    @Override
    public List<AcquireResult> acquire(List<Claim> claims) {
        List<AcquireResult> outcomes = new ArrayList<>(claims.size());
        try {
            claims.forEach(claim -> outcomes.add(acquire(claim)));
            return outcomes;
        } catch (StoreException failure) {
            if (outcomes.stream().noneMatch(AcquireResult.Granted.class::isInstance)) {
                throw failure;
            }
            throw new StoreException(Kind.UNKNOWN, String.valueOf(failure.getMessage()), failure);
        }
    }

    private AcquireResult acquire(Claim claim) {
        Optional<AcquireResult.Busy> busy = connection.run("acquire", used -> table.acquire(used, claim));
        if (busy.isPresent()) {
            return busy.get();
        }
        memory.remember(claim.requestId(), claim.terms());
        return new AcquireResult.Granted(memory.nextToken());
    }

    @Override
    public List<GrantOutcome> renew(List<Grant> grants) {
        Set<String> standing = connection.run("renew", used -> renew(used, grants));
        return grants.stream()
                .map(grant -> outcome(standing.contains(grant.requestId())))
                .toList();
    }

    /** One statement for all grants with the same lease; the table does not say which lease a row has. */
    private Set<String> renew(Connection used, List<Grant> grants) throws SQLException {
        Map<Terms, List<Grant>> byTerms = new LinkedHashMap<>();
        grants.forEach(grant -> memory.terms(grant.requestId())
                .ifPresent(terms ->
                        byTerms.computeIfAbsent(terms, any -> new ArrayList<>()).add(grant)));
        Set<String> standing = new HashSet<>();
        for (Map.Entry<Terms, List<Grant>> alike : byTerms.entrySet()) {
            List<Grant> all = alike.getValue();
            for (int from = 0; from < all.size(); from += PORTION) {
                List<Grant> portion = all.subList(from, Math.min(all.size(), from + PORTION));
                standing.addAll(table.renew(used, portion, alike.getKey()));
            }
        }
        return standing;
    }

    @Override
    public GrantOutcome extend(Grant grant, Terms terms) {
        memory.remember(grant.requestId(), terms);
        return renew(List.of(grant)).get(0);
    }

    @Override
    public GrantOutcome prolong(Grant grant, Duration by) {
        return outcome(connection.run("prolong", used -> table.prolong(used, grant, by)));
    }

    @Override
    public List<GrantOutcome> release(List<Grant> grants) {
        return grants.stream().map(this::release).toList();
    }

    private GrantOutcome release(Grant grant) {
        GrantOutcome outcome = outcome(connection.run("release", used -> table.release(used, grant)));
        memory.forget(grant.requestId());
        return outcome;
    }

    @Override
    public Optional<Grant.Seen> snapshot(Grant grant) {
        return connection.run("look", used -> table.snapshotRelease().read(used, grant));
    }

    @Override
    public GrantOutcome release(Grant grant, Grant.Seen seen, long notAfter) {
        boolean done = connection.run("release", used -> table.snapshotRelease().release(used, grant, seen, notAfter));
        if (!done
                && snapshot(grant)
                        .filter(present -> present.expiry().equals(seen.expiry()))
                        .isPresent()) {
            throw new StoreException(
                    Kind.REJECTED, "the statement reached the database after its latest time; try again", null);
        }
        return outcome(done);
    }

    private static GrantOutcome outcome(boolean done) {
        return done ? GrantOutcome.DONE : GrantOutcome.NOT_OWNER;
    }

    @Override
    public boolean check(Grant grant) {
        return connection.run("check", used -> table.check(used, grant));
    }

    @Override
    public LockRows find(LockKey key) {
        return connection.run("find", used -> table.find(used, key));
    }

    @Override
    public LockRows findByRequest(String requestId) {
        return connection.run("find", used -> table.findByRequest(used, requestId));
    }

    @Override
    public LockRows list() {
        return connection.run("list", table::list);
    }

    /** No grant of such a table has a token that another process could name. */
    @Override
    public Revocation revoke(LockKey key, long token, boolean now) {
        return Revocation.notHeld();
    }

    /** The rows belong to others. */
    @Override
    public int purge(Duration retention) {
        return 0;
    }

    @Override
    public List<Finding> examine() {
        return List.of();
    }

    @Override
    public void releaseConnection() {
        connection.giveBack();
    }

    @Override
    public void abort() {
        connection.abort();
    }

    @Override
    public void close() {
        releaseConnection();
    }
}
