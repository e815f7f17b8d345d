package io.rowlock.internal.release;

import io.rowlock.internal.store.Grant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Claims that were granted, of which another statement may arrive after that grant has ended. The client's own clock does not make
 * one of them too late: the database's may have been set back. Each is kept until its grant ends here. Grants that end elsewhere,
 * with a ticket for example, are never reported, so of many such claims the old ones are dropped. Thread-safe.
 */
final class GrantedLateClaims {
    private static final int MANY = 1_000;

    private final Predicate<Grant> held;
    private final Map<String, LateClaim> claims = new ConcurrentHashMap<>();

    GrantedLateClaims(Predicate<Grant> held) {
        this.held = held;
    }

    void add(LateClaim claim, long now) {
        if (claims.size() >= MANY) {
            claims.values().removeIf(earlier -> earlier.isDue(now) && !held.test(earlier.grant()));
        }
        claims.put(claim.grant().requestId(), claim);
    }

    /** Takes out the claim of a grant, if there is one. */
    @Nullable
    LateClaim remove(Grant grant) {
        return claims.isEmpty() ? null : claims.remove(grant.requestId());
    }
}
