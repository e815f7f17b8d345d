package io.rowlock.chaos.bug;

import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.AcquireResult.Busy;
import io.rowlock.internal.store.AcquireResult.Granted;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.store.WakeUps;
import io.rowlock.internal.time.Terms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Bugs in what is asked of the database. */
final class StoreBugs {
    private StoreBugs() {}

    static Bug notificationTrusted() {
        Set<String> notified = ConcurrentHashMap.newKeySet();
        return new Bug() {
            @Override
            public List<AcquireResult> acquire(LockStore store, List<Claim> claims) {
                List<AcquireResult> outcomes = new ArrayList<>(store.acquire(claims));
                for (int i = 0; i < outcomes.size(); i++) {
                    boolean isNotified = notified.remove(claims.get(i).key().name());
                    if (isNotified
                            && outcomes.get(i) instanceof Busy busy
                            && busy.row().isPresent()) {
                        outcomes.set(i, new Granted(busy.row().get().token() + 1));
                    }
                }
                return outcomes;
            }

            @Override
            public Optional<WakeUps> wakeUps(Optional<WakeUps> real) {
                return real.map(wakeUps -> new RecordedWakeUps(wakeUps, notified));
            }
        };
    }

    static Bug unknownIsYes() {
        return unknownAs(claim -> new Granted(System.nanoTime()));
    }

    static Bug unknownIsNo() {
        return unknownAs(claim -> new Busy(Optional.empty(), claim.notAfter()));
    }

    private static Bug unknownAs(Function<Claim, AcquireResult> guess) {
        return new Bug() {
            @Override
            public List<AcquireResult> acquire(LockStore store, List<Claim> claims) {
                try {
                    return store.acquire(claims);
                } catch (StoreException e) {
                    if (e.kind() == StoreException.Kind.UNKNOWN) {
                        return claims.stream().map(guess).toList();
                    }
                    throw e;
                }
            }
        };
    }

    static Bug wrongCaller() {
        return new Bug() {
            @Override
            public List<AcquireResult> acquire(LockStore store, List<Claim> claims) {
                List<AcquireResult> outcomes = new ArrayList<>(store.acquire(claims));
                Collections.rotate(outcomes, 1);
                return outcomes;
            }
        };
    }

    static Bug longBelief() {
        return new Bug() {
            @Override
            public List<AcquireResult> acquire(LockStore store, List<Claim> claims) {
                return store.acquire(claims.stream().map(this::shorter).toList());
            }

            private Claim shorter(Claim claim) {
                Terms terms = new Terms(Duration.ofMillis(10), Duration.ofMillis(500));
                return new Claim(
                        claim.key(), claim.requestId(), terms, claim.keepFor(), claim.owner(), claim.notAfter());
            }
        };
    }

    static Bug rowLockedIsLoss() {
        return new Bug() {
            @Override
            public List<GrantOutcome> renew(LockStore store, List<Grant> grants) {
                return store.renew(grants).stream()
                        .map(outcome -> outcome == GrantOutcome.ROW_LOCKED ? GrantOutcome.NOT_OWNER : outcome)
                        .toList();
            }
        };
    }

    static Bug errorIsLoss() {
        return new Bug() {
            @Override
            public List<GrantOutcome> renew(LockStore store, List<Grant> grants) {
                try {
                    return store.renew(grants);
                } catch (StoreException e) {
                    return grants.stream().map(grant -> GrantOutcome.NOT_OWNER).toList();
                }
            }
        };
    }

    static Bug renewalNotSent() {
        return new Bug() {
            @Override
            public List<GrantOutcome> renew(LockStore store, List<Grant> grants) {
                return grants.stream().map(grant -> GrantOutcome.DONE).toList();
            }
        };
    }

    /** The row is renewed all the same, for its own lease. */
    static Bug shortRenewal() {
        return new Bug() {
            @Override
            public GrantOutcome renew(LockStore store, Grant grant, Duration atLeast) {
                return store.renew(List.of(grant)).get(0);
            }
        };
    }

    static Bug keptIsFree() {
        return new Bug() {
            @Override
            public List<GrantOutcome> release(LockStore store, List<Grant> grants) {
                return store.release(grants.stream()
                        .map(grant -> grant.keptFor(Duration.ZERO))
                        .toList());
            }
        };
    }

    static Bug releaseNotSent() {
        return new Bug() {
            @Override
            public List<GrantOutcome> release(LockStore store, List<Grant> grants) {
                return grants.stream().map(grant -> GrantOutcome.DONE).toList();
            }
        };
    }

    static Bug renewedAfterRelease() {
        Map<Grant, Long> kept = new ConcurrentHashMap<>();
        return new Bug() {
            @Override
            public List<GrantOutcome> release(LockStore store, List<Grant> grants) {
                if (ThreadLocalRandom.current().nextInt(20) > 0) {
                    return store.release(grants);
                }
                grants.forEach(grant -> kept.put(grant, 0L));
                store.renew(grants);
                return grants.stream().map(grant -> GrantOutcome.DONE).toList();
            }

            @Override
            public List<GrantOutcome> renew(LockStore store, List<Grant> grants) {
                kept.keySet().forEach(grant -> store.renew(List.of(grant)));
                return store.renew(grants);
            }
        };
    }

    static Bug duplicateWins() {
        Map<String, Claim> sent = new ConcurrentHashMap<>();
        return new Bug() {
            @Override
            public List<AcquireResult> acquire(LockStore store, List<Claim> claims) {
                claims.forEach(claim -> sent.put(claim.requestId(), claim));
                return store.acquire(claims);
            }

            @Override
            public List<GrantOutcome> release(LockStore store, List<Grant> grants) {
                List<GrantOutcome> outcomes = store.release(grants);
                grants.forEach(grant -> arriveAgain(store, sent.remove(grant.requestId())));
                return outcomes;
            }

            private void arriveAgain(LockStore store, @Nullable Claim claim) {
                if (claim != null && ThreadLocalRandom.current().nextInt(20) == 0) {
                    String requestId = UUID.randomUUID().toString().replace("-", "");
                    store.acquire(List.of(new Claim(
                            claim.key(), requestId, claim.terms(), claim.keepFor(), claim.owner(), Long.MAX_VALUE)));
                }
            }
        };
    }
}
