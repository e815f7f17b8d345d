package io.rowlock.internal.dispatch;

import io.rowlock.Finding;
import io.rowlock.LockKey;
import io.rowlock.Revocation;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Batch;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.LockRow;
import io.rowlock.internal.store.LockRows;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.store.StoreException.Kind;
import io.rowlock.internal.time.Terms;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

/** A store whose database keeps one row for each lock, in memory, and whose statements end as a script says. */
public final class ScriptedStore implements LockStore {

    /** How a statement for a single claim ends. */
    public enum Step {
        /** The database does what it is asked. */
        SERVE,
        /** Another has the lock. */
        BUSY,
        /** Someone has the row locked, so nothing is known of it. */
        ROW_LOCKED,
        TRANSIENT,
        UNREACHABLE,
        REJECTED,
        /** No answer, and nothing was done. */
        UNKNOWN_NOT_DONE,
        /** No answer, but it was done. */
        UNKNOWN_DONE
    }

    /** How a statement ends that several claims share. */
    public enum Batches {
        SERVED,
        TRANSIENT,
        TRANSIENT_AND_PARTLY_DONE,
        REJECTED,
        UNREACHABLE,
        UNKNOWN_NOT_DONE,
        UNKNOWN_DONE
    }

    private final Database database;

    public ScriptedStore(Database database) {
        this.database = database;
    }

    @Override
    public List<AcquireResult> acquire(List<Claim> claims) {
        return List.of(database.one(claims.get(0)));
    }

    @Override
    public Batch.Outcome execute(Batch batch) {
        return new Batch.Outcome(
                batch.claims().isEmpty() ? List.of() : database.batch(batch.claims()),
                release(batch.releases()),
                List.of());
    }

    @Override
    public List<GrantOutcome> release(List<Grant> grants) {
        List<GrantOutcome> outcomes = grants.stream().map(database::release).toList();
        return grants.size() > 1 && outcomes.contains(GrantOutcome.DONE) ? lenient(grants, outcomes) : outcomes;
    }

    /** As InnoDB's statement for several: it does not tell which were done, and a grant that does not stand counts as released. */
    private static List<GrantOutcome> lenient(List<Grant> grants, List<GrantOutcome> outcomes) {
        return IntStream.range(0, grants.size())
                .mapToObj(i -> grants.get(i).token() == Grant.UNKNOWN_TOKEN ? outcomes.get(i) : GrantOutcome.DONE)
                .toList();
    }

    @Override
    public LockRows find(LockKey key) {
        return new LockRows(List.of(), database.now());
    }

    @Override
    public void connect() {}

    @Override
    public void callTimeout(Duration timeout) {}

    @Override
    public List<GrantOutcome> renew(List<Grant> grants) {
        return grants.stream().map(database::renew).toList();
    }

    @Override
    public GrantOutcome extend(Grant grant, Terms terms) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean check(Grant grant) {
        throw new UnsupportedOperationException();
    }

    @Override
    public LockRows list() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Revocation revoke(LockKey key, long token, boolean now) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int purge(Duration retention) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Finding> examine() {
        return List.of();
    }

    @Override
    public void releaseConnection() {}

    @Override
    public void abort() {}

    @Override
    public void close() {}

    /** State shared by all stores of a client. */
    public static final class Database {
        private final Batches batches;
        private final Map<String, Deque<Step>> scripts = new HashMap<>();
        private final Map<String, Runnable> leaving = new HashMap<>();
        private final Map<String, Integer> leavesBefore = new HashMap<>();
        private final Map<String, String> holders = new HashMap<>();
        private final Set<String> released = new HashSet<>();
        private volatile CountDownLatch gate = new CountDownLatch(0);
        private volatile long now;

        public Database(Batches batches) {
            this.batches = batches;
        }

        /** Lets no statement through until {@link #open()}. */
        public void shut() {
            gate = new CountDownLatch(1);
        }

        public void open() {
            gate.countDown();
        }

        long now() {
            return now;
        }

        public void setNow(long micros) {
            now = micros;
        }

        /** How the statements for one lock end; later ones are served. The caller leaves while the one of that number is under way. */
        public synchronized void script(String name, List<Step> steps, Runnable leave, int before) {
            scripts.put(name, new ArrayDeque<>(steps));
            leaving.put(name, leave);
            leavesBefore.put(name, before);
        }

        AcquireResult one(Claim claim) {
            awaitGate();
            String name = claim.key().name();
            Step step = next(name);
            return switch (step) {
                case SERVE -> grant(claim);
                case BUSY -> isMine(claim) ? grant(claim) : busy(claim);
                case ROW_LOCKED -> new AcquireResult.Busy(Optional.empty(), now);
                case TRANSIENT -> throw failure(Kind.TRANSIENT);
                case UNREACHABLE -> throw failure(Kind.UNREACHABLE);
                case REJECTED -> throw failure(Kind.REJECTED);
                case UNKNOWN_NOT_DONE -> throw failure(Kind.UNKNOWN);
                case UNKNOWN_DONE -> {
                    grant(claim);
                    throw failure(Kind.UNKNOWN);
                }
            };
        }

        private Step next(String name) {
            Runnable leave = () -> {};
            Step step = Step.SERVE;
            synchronized (this) {
                Deque<Step> script = scripts.get(name);
                if (script != null && !script.isEmpty()) {
                    step = script.remove();
                    if (leavesBefore.merge(name, -1, Integer::sum) == 0) {
                        leave = leaving.get(name);
                    }
                }
            }
            leave.run();
            return step;
        }

        List<AcquireResult> batch(List<Claim> claims) {
            awaitGate();
            return switch (batches) {
                case SERVED -> claims.stream().map(this::grant).toList();
                case TRANSIENT -> throw failure(Kind.TRANSIENT);
                case TRANSIENT_AND_PARTLY_DONE -> {
                    claims.stream().filter(claim -> claim.hashCode() % 2 == 0).forEach(this::grant);
                    throw failure(Kind.TRANSIENT);
                }
                case REJECTED -> throw failure(Kind.REJECTED);
                case UNREACHABLE -> throw failure(Kind.UNREACHABLE);
                case UNKNOWN_NOT_DONE -> throw failure(Kind.UNKNOWN);
                case UNKNOWN_DONE -> {
                    claims.forEach(this::grant);
                    throw failure(Kind.UNKNOWN);
                }
            };
        }

        private void awaitGate() {
            try {
                gate.await();
            } catch (InterruptedException cut) {
                Thread.currentThread().interrupt();
            }
        }

        private synchronized boolean isMine(Claim claim) {
            return claim.requestId().equals(holders.get(claim.key().name()));
        }

        synchronized AcquireResult grant(Claim claim) {
            String name = claim.key().name();
            if (released.contains(claim.requestId())) {
                return new AcquireResult.Busy(Optional.empty(), now);
            }
            String holder = holders.putIfAbsent(name, claim.requestId());
            return holder == null || holder.equals(claim.requestId()) ? new AcquireResult.Granted(1) : busy(claim);
        }

        private AcquireResult busy(Claim claim) {
            LockRow.Times forLong = new LockRow.Times(0, Long.MAX_VALUE / 2, 0, 0);
            LockRow row = new LockRow(claim.key(), 1, "another", forLong, new LockRow.Counts(1, 0), "another");
            return new AcquireResult.Busy(Optional.of(row), now);
        }

        synchronized GrantOutcome release(Grant grant) {
            released.add(grant.requestId());
            return holders.remove(grant.key().name(), grant.requestId()) ? GrantOutcome.DONE : GrantOutcome.NOT_OWNER;
        }

        synchronized GrantOutcome renew(Grant grant) {
            return grant.requestId().equals(holders.get(grant.key().name()))
                    ? GrantOutcome.DONE
                    : GrantOutcome.NOT_OWNER;
        }

        /** A statement arrives late, when others have had the lock since, so that nothing tells of the release. */
        public synchronized void grantLate(String name, String requestId) {
            holders.put(name, requestId);
        }

        /** Holders by name of the lock. */
        public synchronized Map<String, String> holders() {
            return Map.copyOf(holders);
        }

        /** The requests among these that a release was sent for. */
        public synchronized List<String> releasedAmong(Collection<String> requestIds) {
            return requestIds.stream().filter(released::contains).toList();
        }

        private static StoreException failure(Kind kind) {
            return new StoreException(kind, "the test's own failure", null);
        }
    }
}
