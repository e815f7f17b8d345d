package io.rowlock.chaos.bug;

import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.AcquireResult.Granted;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.time.Terms;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;

/** Bugs in the treatment of statements that the database rejects, or comes to late. */
final class RejectionBugs {
    /** Later than the database may come to a claim that was held up. */
    private static final long LATE = Duration.ofMillis(2_500).toNanos();

    private static final Duration KEPT = Duration.ofSeconds(8);

    private RejectionBugs() {}

    private static boolean isRejection(StoreException failure) {
        return failure.kind() == StoreException.Kind.TRANSIENT || failure.kind() == StoreException.Kind.REJECTED;
    }

    static Bug releasedAfterRejection() {
        Map<String, Long> rejected = new ConcurrentHashMap<>();
        return new Bug() {
            @Override
            public List<AcquireResult> acquire(LockStore store, List<Claim> claims) {
                try {
                    List<AcquireResult> outcomes = store.acquire(claims);
                    for (int i = 0; i < outcomes.size(); i++) {
                        releaseOnceRejected(store, claims.get(i), outcomes.get(i));
                    }
                    return outcomes;
                } catch (StoreException e) {
                    if (isRejection(e)) {
                        claims.forEach(claim -> rejected.put(claim.requestId(), 0L));
                    }
                    throw e;
                }
            }

            private void releaseOnceRejected(LockStore store, Claim claim, AcquireResult outcome) {
                if (rejected.remove(claim.requestId()) != null && outcome instanceof Granted granted) {
                    try {
                        store.release(List.of(new Grant(claim.key(), granted.token(), claim.requestId())));
                    } catch (StoreException notThisTime) {
                        rejected.put(claim.requestId(), 0L);
                    }
                }
            }
        };
    }

    static Bug rejectionIsLoss() {
        return new Bug() {
            @Override
            public List<GrantOutcome> renew(LockStore store, List<Grant> grants) {
                try {
                    return store.renew(grants);
                } catch (StoreException e) {
                    if (isRejection(e)) {
                        return grants.stream()
                                .map(grant -> GrantOutcome.NOT_OWNER)
                                .toList();
                    }
                    throw e;
                }
            }
        };
    }

    static Bug rejectionIsGrant() {
        return new Bug() {
            @Override
            public List<AcquireResult> acquire(LockStore store, List<Claim> claims) {
                try {
                    return store.acquire(claims);
                } catch (StoreException e) {
                    if (isRejection(e)) {
                        return claims.stream()
                                .<AcquireResult>map(claim -> new Granted(System.nanoTime()))
                                .toList();
                    }
                    throw e;
                }
            }
        };
    }

    static Bug rejectionIsRelease() {
        return releasedDespite(RejectionBugs::isRejection);
    }

    static Bug noConnectionIsRelease() {
        return releasedDespite(failure -> !isRejection(failure));
    }

    private static Bug releasedDespite(Predicate<StoreException> failures) {
        return new Bug() {
            @Override
            public List<GrantOutcome> release(LockStore store, List<Grant> grants) {
                try {
                    return store.release(grants);
                } catch (StoreException e) {
                    if (failures.test(e)) {
                        return grants.stream().map(grant -> GrantOutcome.DONE).toList();
                    }
                    throw e;
                }
            }
        };
    }

    static Bug statementMistaken() {
        return new Bug() {
            @Override
            public List<GrantOutcome> renew(LockStore store, List<Grant> grants) {
                return ThreadLocalRandom.current().nextInt(10) == 0 ? store.release(grants) : store.renew(grants);
            }
        };
    }

    /**
     * The claim arrives once more, much later, under an id of its own, so that no release in doubt can undo it. It is kept for
     * long, as by a definition that asks for that: while DDL goes on, a short grant may be that of another call that failed.
     */
    static Bug lateClaim() {
        record Late(Claim claim, long due) {}
        ConcurrentLinkedQueue<Late> heldUp = new ConcurrentLinkedQueue<>();
        return new Bug() {
            @Override
            public List<AcquireResult> acquire(LockStore store, List<Claim> claims) {
                Late first = heldUp.peek();
                if (first != null && first.due() - System.nanoTime() < 0 && heldUp.remove(first)) {
                    store.acquire(List.of(withoutLastMoment(first.claim())));
                }
                try {
                    return store.acquire(claims);
                } catch (StoreException e) {
                    if (e.kind() == StoreException.Kind.UNKNOWN) {
                        claims.forEach(claim -> heldUp.add(new Late(claim, System.nanoTime() + LATE)));
                    }
                    throw e;
                }
            }
        };
    }

    private static Claim withoutLastMoment(Claim claim) {
        String requestId = UUID.randomUUID().toString().replace("-", "");
        return new Claim(
                claim.key(),
                requestId,
                new Terms(KEPT, Duration.ofSeconds(1)),
                claim.keepFor(),
                claim.owner(),
                Long.MAX_VALUE);
    }
}
