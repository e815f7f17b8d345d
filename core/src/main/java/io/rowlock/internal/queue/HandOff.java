package io.rowlock.internal.queue;

import io.rowlock.internal.dispatch.Request;
import io.rowlock.internal.store.Grant;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A grant that its holder, who believes in it no more, offers to the next in line. It is answered once, on whichever thread:
 * the grant was passed on, or it is released after all.
 */
public final class HandOff {
    /** The hold whose grant it is. */
    public interface Holder {

        /** The database has given the grant to the next in line. */
        void handedOff();

        /** Releases it on the thread that calls, which waits for the answer. */
        Request<?> releaseHere();

        /** Releases it without waiting. */
        Request<?> releaseAsync();

        /** Releases it later, as often as it takes. */
        void releaseInBackground();
    }

    private final Grant grant;
    private final Holder holder;
    private final int passesLeft;
    private final Thread thread = Thread.currentThread();
    private final CompletableFuture<Boolean> answered = new CompletableFuture<>();

    /**
     * An offer by the thread that closes the hold.
     *
     * @param grant what is offered
     * @param holder whom to tell what became of it
     * @param passesLeft how often it may be passed on after this
     */
    public HandOff(Grant grant, Holder holder, int passesLeft) {
        this.grant = grant;
        this.holder = holder;
        this.passesLeft = passesLeft;
    }

    public Grant grant() {
        return grant;
    }

    public int passesLeft() {
        return passesLeft;
    }

    /** Whether the thread that asks is the holder's, which waits for the answer and has nothing else to do. */
    public boolean isByThisThread() {
        return Thread.currentThread().equals(thread);
    }

    /** The database has passed it on. */
    public void passed() {
        if (!answered.isDone()) {
            holder.handedOff();
            answered.complete(true);
        }
    }

    /** It is not wanted, and nothing was sent to have it passed on; or the database has refused that. */
    public void declined() {
        if (!answered.isDone()) {
            Request<?> sent = isByThisThread() ? holder.releaseHere() : holder.releaseAsync();
            sent.whenAnswered((outcome, failure) -> answered.complete(false));
        }
    }

    /** It may have been passed on, and may yet be. If it was, there is nothing left to release, and that is no loss. */
    public void doubtful() {
        if (!answered.isDone()) {
            holder.releaseInBackground();
            answered.complete(false);
        }
    }

    /** Ends an offer that is not known to have been handed off. */
    public void end(boolean inDoubt) {
        if (inDoubt) {
            doubtful();
        } else {
            declined();
        }
    }

    /** Waits for the answer, until the time is over or the caller is interrupted; what is under way goes on. */
    public void awaitQuietly(Duration longest) {
        try {
            answered.get(longest.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException | ExecutionException told) {
            // Whoever has the offer deals with it.
            return;
        }
    }
}
