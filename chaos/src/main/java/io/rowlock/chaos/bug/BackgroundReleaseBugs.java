package io.rowlock.chaos.bug;

import io.rowlock.chaos.client.ClientTerms;
import io.rowlock.chaos.client.LockClient;
import io.rowlock.chaos.client.LockHandle;
import io.rowlock.chaos.client.RowlockClient;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.AcquireResult.Granted;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.LockStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/** Bugs in the choice of the grants that are released in the background. */
final class BackgroundReleaseBugs {
    private BackgroundReleaseBugs() {}

    /** Now and then, as if a claim that was granted had stayed in doubt. The library drops such a release, and counts it. */
    static Bug ofAHeldGrant() {
        Map<String, Grant> granted = new ConcurrentHashMap<>();
        return new Bug() {
            @Override
            public List<AcquireResult> acquire(LockStore store, List<Claim> claims) {
                List<AcquireResult> outcomes = store.acquire(claims);
                for (int i = 0; i < outcomes.size(); i++) {
                    if (outcomes.get(i) instanceof Granted grant) {
                        Claim claim = claims.get(i);
                        granted.put(
                                name(claim.key().name(), grant.token()),
                                new Grant(claim.key(), grant.token(), claim.requestId()));
                    }
                }
                return outcomes;
            }

            @Override
            public LockClient client(RowlockClient real, ClientTerms terms) {
                return new DelegatingClient(real) {
                    @Override
                    public Optional<LockHandle> acquire(String lock, Duration wait, boolean renewed)
                            throws InterruptedException {
                        Optional<LockHandle> handle = super.acquire(lock, wait, renewed);
                        handle.map(held -> granted.remove(name(lock, held.token())))
                                .filter(grant -> ThreadLocalRandom.current().nextInt(10) == 0)
                                .ifPresent(real::releaseInBackground);
                        return handle;
                    }
                };
            }
        };
    }

    private static String name(String lock, long token) {
        return lock + " " + token;
    }
}
