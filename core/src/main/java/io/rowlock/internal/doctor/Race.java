package io.rowlock.internal.doctor;

import io.rowlock.Finding;
import io.rowlock.LockKey;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.RequestIds;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.time.Micros;
import io.rowlock.internal.time.Terms;
import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Two connections claim one lock at the same moment, again and again. Databases exist whose conditional update lets both
 * win, and data sources whose connections lead to two databases.
 *
 * <ol>
 *   <li>Both sides meet, claim, and meet again; only then is a grant released. So in no round may both be granted,
 *       even if other processes race for the same lock.
 *   <li>A round without a winner says nothing: another process may be racing.
 *   <li>It lasts a tenth of a second, because renewals wait for it.
 * </ol>
 */
final class Race {
    private static final int MOST_ROUNDS = 100;
    private static final Duration LONGEST = Duration.ofMillis(100);
    private static final Duration MEETING = Duration.ofMillis(100);
    private static final Duration ANSWER = Duration.ofSeconds(4);
    private static final Duration CLAIMS_VALID = Duration.ofSeconds(30);
    private static final Terms TERMS = new Terms(Duration.ofSeconds(5), Duration.ofSeconds(1));

    private final LockKey key;
    private final Ticker ticker;
    private final String owner;
    private final RequestIds requestIds = new RequestIds(HoldKind.LEASE);
    private final CyclicBarrier start = new CyclicBarrier(2);
    private final CyclicBarrier finish = new CyclicBarrier(2, this::judge);
    private final AtomicReferenceArray<@Nullable Grant> granted = new AtomicReferenceArray<>(2);
    private final long end;
    private volatile boolean over;
    private int rounds;
    private int doubles;

    Race(LockKey key, Ticker ticker, String owner) {
        this.key = key;
        this.ticker = ticker;
        this.owner = owner;
        end = ticker.nanos() + LONGEST.plus(MEETING).toNanos();
    }

    /** Runs one side on a worker's store, and returns the number of rounds that it won. */
    int run(LockStore store, int side) {
        int won = 0;
        try {
            long notAfter = store.find(key).now() + Micros.of(CLAIMS_VALID);
            while (!over) {
                start.await(MEETING.toNanos(), TimeUnit.NANOSECONDS);
                won += claimAndRelease(store, side, notAfter);
            }
        } catch (BrokenBarrierException | TimeoutException alone) {
            // The other side has no connection, or failed and reports that itself.
            return won;
        } catch (InterruptedException cut) {
            Thread.currentThread().interrupt();
        } finally {
            over = true;
            start.reset();
            finish.reset();
        }
        return won;
    }

    private int claimAndRelease(LockStore store, int side, long notAfter)
            throws InterruptedException, BrokenBarrierException, TimeoutException {
        Grant grant = claim(store, notAfter);
        granted.set(side, grant);
        try {
            finish.await(ANSWER.toNanos(), TimeUnit.NANOSECONDS);
        } finally {
            if (grant != null) {
                store.release(List.of(grant));
            }
        }
        return grant == null ? 0 : 1;
    }

    private @Nullable Grant claim(LockStore store, long notAfter) {
        String requestId = requestIds.next();
        Claim claim = new Claim(key, requestId, TERMS, Duration.ZERO, owner, notAfter);
        try {
            return store.acquire(List.of(claim)).get(0) instanceof AcquireResult.Granted won
                    ? new Grant(key, won.token(), requestId)
                    : null;
        } catch (StoreException failure) {
            if (failure.kind() == StoreException.Kind.TRANSIENT) {
                return null;
            }
            throw failure;
        }
    }

    /** Runs once for each round, while both sides wait. */
    private void judge() {
        rounds++;
        if (granted.get(0) != null && granted.get(1) != null) {
            doubles++;
        }
        over = rounds >= MOST_ROUNDS || end - ticker.nanos() < 0;
    }

    int rounds() {
        return rounds;
    }

    List<Finding> findings() {
        return doubles == 0
                ? List.of()
                : List.of(Finding.impossible(
                        "S1",
                        "two connections were granted one lock at the same time, in " + doubles + " of " + rounds
                                + " races",
                        "see that all connections of the data source lead to one primary; if they do, this database does"
                                + " not update atomically and cannot keep locks"));
    }
}
