package io.rowlock.internal.release;

import io.rowlock.LockStoreException;
import io.rowlock.internal.dispatch.StoreClient;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.thread.ShutdownGate;
import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A release whose caller waits for the database's answer. The first answer counts. The wait ends when a call may take no longer that
 * began when this was made. Thread-safe.
 */
public final class AwaitedRelease {
    private final Grant grant;
    private final ShutdownGate gate;
    private final Ticker ticker;
    private final Duration timeout;
    private final long end;
    private final CompletableFuture<Boolean> answer = new CompletableFuture<>();
    private volatile @Nullable Throwable firstFailure;

    public AwaitedRelease(Grant grant, ShutdownGate gate, Ticker ticker, Duration timeout) {
        this.grant = grant;
        this.gate = gate;
        this.ticker = ticker;
        this.timeout = timeout;
        end = ticker.nanos() + timeout.toNanos();
    }

    /** The first statement has failed, or was not done: null if the row was locked. */
    public void repeatedAfter(@Nullable Throwable failure) {
        firstFailure = failure;
    }

    /** Tells the caller whether the grant stood, and was released. */
    public void answered(boolean done) {
        answer.complete(done);
    }

    /** The grant was over when its release was repeated: nobody can tell whether an earlier statement had released it. */
    public void overWhenRepeated() {
        answer.completeExceptionally(new IllegalStateException("the grant was over when its release was repeated"));
    }

    /** Waits until the row is released; false if the grant did not stand. The release goes on in any case. */
    public boolean await() {
        try {
            return answer.get(Math.max(0, end - ticker.nanos()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            throw StoreClient.interrupted("release lock '" + grant.key() + "', which goes on in the background");
        } catch (ExecutionException over) {
            throw failure("nobody can tell whether it was kept for " + grant.keepFor()
                    + ": its release had to be repeated (" + firstObstacle()
                    + "), and the grant was over by then; look who has it with admin().find(…)");
        } catch (TimeoutException late) {
            throw failure(gate.isShut() ? closed() : unanswered());
        }
    }

    private String closed() {
        return "nobody can tell whether it was kept for " + grant.keepFor()
                + ": this Rowlock was closed before the database had answered; look who has it with admin().find(…)";
    }

    private String unanswered() {
        return "could not be released within " + timeout.toMillis() + " ms: " + firstObstacle()
                + "; the release goes on in the background, and the lock stays taken for " + grant.keepFor()
                + " from then on";
    }

    private String firstObstacle() {
        Throwable failure = firstFailure;
        return failure == null ? "an open transaction has its row locked" : String.valueOf(failure.getMessage());
    }

    private LockStoreException failure(String problem) {
        return new LockStoreException(
                "lock '" + grant.key() + "' (token " + grant.token() + ") was held until now, but " + problem,
                firstFailure);
    }
}
