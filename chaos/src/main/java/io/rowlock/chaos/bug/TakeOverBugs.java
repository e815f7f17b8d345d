package io.rowlock.chaos.bug;

import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.AcquireResult.Busy;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.LockRow;
import io.rowlock.internal.store.LockRows;
import io.rowlock.internal.store.LockStore;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiPredicate;

/** Bugs in what decides whether a lock can be taken: it is taken too early, or never. */
final class TakeOverBugs {
    private static final long MOMENT = Duration.ofMillis(3).toNanos();

    private TakeOverBugs() {}

    static Bug jvmClock() {
        return stealing((claim, busy) -> busy.row()
                .filter(row -> System.currentTimeMillis() * 1_000 >= row.freeAt())
                .isPresent());
    }

    static Bug localTime() {
        return stealing((claim, busy) -> busy.row()
                .filter(row -> LocalDateTime.now(ZoneId.systemDefault()).toEpochSecond(ZoneOffset.UTC) * 1_000_000
                        >= row.freeAt())
                .isPresent());
    }

    static Bug noGrace() {
        return stealing((claim, busy) ->
                busy.row().filter(row -> row.times().expires() <= busy.now()).isPresent());
    }

    static Bug impatient() {
        return stealing((claim, busy) -> busy.row()
                .filter(row ->
                        row.times().expires() - busy.now() < claim.terms().leaseMicros() * 3 / 4)
                .isPresent());
    }

    /** Takes the lock from its holder where it should have been busy. */
    private static Bug stealing(BiPredicate<Claim, Busy> when) {
        return new Bug() {
            @Override
            public List<AcquireResult> acquire(LockStore store, List<Claim> claims) {
                List<AcquireResult> outcomes = new ArrayList<>(store.acquire(claims));
                for (int i = 0; i < outcomes.size(); i++) {
                    if (outcomes.get(i) instanceof Busy busy && when.test(claims.get(i), busy)) {
                        outcomes.set(i, steal(store, claims.get(i), busy));
                    }
                }
                return outcomes;
            }
        };
    }

    private static AcquireResult steal(LockStore store, Claim claim, Busy busy) {
        if (busy.row().isEmpty()) {
            return busy;
        }
        store.revoke(claim.key(), busy.row().get().token(), true);
        return store.acquire(List.of(claim)).get(0);
    }

    static Bug checkThenAct() {
        return new Bug() {
            @Override
            public List<AcquireResult> acquire(LockStore store, List<Claim> claims) {
                return claims.stream().map(claim -> acquire(store, claim)).toList();
            }

            private AcquireResult acquire(LockStore store, Claim claim) {
                boolean isFree = store.find(claim.key()).rows().stream().allMatch(row -> row.requestId() == null);
                LockSupport.parkNanos(MOMENT);
                AcquireResult outcome = store.acquire(List.of(claim)).get(0);
                return isFree && outcome instanceof Busy busy ? steal(store, claim, busy) : outcome;
            }
        };
    }

    static Bug staleHeartbeat() {
        Map<Long, Long> seen = new ConcurrentHashMap<>();
        return stealing((claim, busy) -> {
            if (busy.row().isEmpty()) {
                return false;
            }
            LockRow row = busy.row().get();
            long expires =
                    seen.computeIfAbsent(row.token(), token -> row.times().expires());
            return expires + row.times().grace() <= busy.now();
        });
    }

    static Bug orphansStay() {
        return new Bug() {
            @Override
            public List<AcquireResult> acquire(LockStore store, List<Claim> claims) {
                return claims.stream().map(claim -> acquire(store, claim)).toList();
            }

            private AcquireResult acquire(LockStore store, Claim claim) {
                LockRows found = store.find(claim.key());
                return found.rows().stream()
                        .filter(row -> row.requestId() != null && row.freeAt() <= found.now())
                        .findFirst()
                        .<AcquireResult>map(row -> new Busy(Optional.of(row), found.now()))
                        .orElseGet(() -> store.acquire(List.of(claim)).get(0));
            }
        };
    }
}
