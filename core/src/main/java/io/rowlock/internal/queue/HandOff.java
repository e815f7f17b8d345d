package io.rowlock.internal.queue;

import io.rowlock.internal.dispatch.Request;
import io.rowlock.internal.store.Grant;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A grant that its holder, whose hold has ended, offers to the next in line. It is answered once, on any thread: the grant was
 * handed off, or it is released after all.
 */
public final class HandOff {
    /** The hold that offers its grant. */
    public interface Holder {

        /** The database has given the grant to the next in line. */
        void handedOff();

        /** Releases it on the calling thread, which waits for the answer. */
        Request<?> releaseHere();

        /** Releases it without waiting. */
        Request<?> releaseAsync();

        /** Releases it in the background, with retries. */
        void releaseInBackground();
    }

    private final Grant grant;
    private final Holder holder;
    private final int handOffsLeft;
    private final Thread thread = Thread.currentThread();
    private final CompletableFuture<Boolean> answered = new CompletableFuture<>();

    /**
     * An offer by the thread that closes the hold.
     *
     * @param grant the grant that is offered
     * @param holder the hold, which learns what became of it
     * @param handOffsLeft how often it may be handed off after this
     */
    public HandOff(Grant grant, Holder holder, int handOffsLeft) {
        this.grant = grant;
        this.holder = holder;
        this.handOffsLeft = handOffsLeft;
    }

    public Grant grant() {
        return grant;
    }

    public int handOffsLeft() {
        return handOffsLeft;
    }

    /** Whether the current thread is the holder's, which waits for the answer and has nothing else to do. */
    public boolean isByThisThread() {
        return Thread.currentThread().equals(thread);
    }

    /** The database has handed it off. */
    public void handedOff() {
        if (!answered.isDone()) {
            holder.handedOff();
            answered.complete(true);
        }
    }

    /** Nobody takes it over: no statement for that was sent, or the database did not carry it out. */
    public void declined() {
        if (!answered.isDone()) {
            Request<?> sent = isByThisThread() ? holder.releaseHere() : holder.releaseAsync();
            sent.whenAnswered((outcome, failure) -> answered.complete(false));
        }
    }

    /** It may have been handed off, or may still be. If it was, there is nothing left to release, and that is no loss. */
    public void inDoubt() {
        if (!answered.isDone()) {
            holder.releaseInBackground();
            answered.complete(false);
        }
    }

    /** Ends an offer that is not known to have been handed off. */
    public void end(boolean isInDoubt) {
        if (isInDoubt) {
            inDoubt();
        } else {
            declined();
        }
    }

    /** Waits for the answer until the time is over or the caller is interrupted. A statement under way goes on. */
    public void awaitQuietly(Duration longest) {
        try {
            answered.get(longest.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException | ExecutionException unanswered) {
            // The acquisition that has the offer deals with it.
            return;
        }
    }
}
