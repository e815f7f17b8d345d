package io.rowlock.chaos.worker;

import io.rowlock.LockException;
import io.rowlock.chaos.client.LeaseHandle;
import io.rowlock.chaos.client.LockClient;
import io.rowlock.chaos.client.LockHandle;
import io.rowlock.chaos.history.Event;
import io.rowlock.chaos.history.HistoryWriter;
import io.rowlock.chaos.history.Kind;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Acquires, checks and releases locks, and records each step: before it is taken, and after it was. Thread-safe.
 */
final class LockRecorder {
    private static final Logger LOG = LoggerFactory.getLogger(LockRecorder.class);
    private static final Duration KEEP_FOR = Duration.ofMillis(300);

    /** One release in so many keeps the lock, and is told whether it was held; one in so many is only told that. */
    private static final int KEPT = 40;

    private static final int ASKED = 4;

    private final LockClient client;
    private final HistoryWriter history;
    private final AtomicLong ids = new AtomicLong();
    private final Set<HeldLock> open = ConcurrentHashMap.newKeySet();

    LockRecorder(LockClient client, HistoryWriter history) {
        this.client = client;
        this.history = history;
    }

    LockClient client() {
        return client;
    }

    /** A number for a request or a transaction. */
    long nextId() {
        return ids.incrementAndGet();
    }

    /** Asks for a lock on behalf of a thread that may be interrupted meanwhile. */
    Optional<HeldLock> acquire(String lock, Duration wait, boolean renewed, Interrupter interrupter) {
        long id = nextId();
        long asked = System.nanoTime();
        history.write(new Event(asked, Kind.REQUEST, lock, id, 0, asked + wait.toNanos(), ""));
        interrupter.begin(() -> history.write(Kind.INTERRUPT, lock, id, 0, ""));
        try {
            Optional<LockHandle> handle = client.acquire(lock, wait, renewed);
            endInterrupts(interrupter, lock, id);
            return answered(lock, id, handle);
        } catch (InterruptedException e) {
            interrupter.end();
            history.write(Kind.INTERRUPTED, lock, id, 0, "");
        } catch (RuntimeException e) {
            endInterrupts(interrupter, lock, id);
            history.write(Kind.FAILED, lock, id, 0, e.getClass().getSimpleName());
        }
        return Optional.empty();
    }

    private void endInterrupts(Interrupter interrupter, String lock, long id) {
        if (interrupter.end()) {
            history.write(Kind.FLAGGED, lock, id, 0, "");
        }
    }

    private Optional<HeldLock> answered(String lock, long id, Optional<LockHandle> handle) {
        long at = System.nanoTime();
        if (handle.isEmpty()) {
            history.write(new Event(at, Kind.BUSY, lock, id, 0, 0, ""));
            return Optional.empty();
        }
        // Counted from before the library is asked, so that a process that is stopped in between claims too little.
        long until = at + handle.get().remaining().toNanos();
        HeldLock held = new HeldLock(lock, handle.get(), id);
        open.add(held);
        history.write(new Event(at, Kind.GRANTED, lock, id, held.token(), until, ""));
        held.handle().onLost(() -> history.write(Kind.LOST, lock, 0, held.token(), ""));
        return Optional.of(held);
    }

    /** Checks whether a lock is held. */
    boolean check(HeldLock held) {
        long at = System.nanoTime();
        boolean isHeld = held.handle().isHeld();
        if (isHeld) {
            long until = at + held.handle().remaining().toNanos();
            history.write(new Event(at, Kind.HELD, held.lock(), held.id(), held.token(), until, ""));
        }
        return isHeld;
    }

    /** Renews a lock for so long, and checks how long it is believed then. */
    void renew(HeldLock held, LeaseHandle leased, Duration lease) {
        write(Kind.RENEWING, held, lease);
        try {
            leased.renew(lease);
        } catch (LockException failed) {
            LOG.debug("{} could not be renewed for {}", held, lease, failed);
        }
        check(held);
    }

    /** Releases a lock: in most cases without an answer, now and then with one. */
    void release(HeldLock held) {
        if (held.id() % ASKED == 0) {
            releaseAndTell(held);
        } else {
            open.remove(held);
            close(held);
        }
    }

    /** Releases a lock, and asks whether it was held until then, where the library can tell; seldom so that it stays taken. */
    void releaseAndTell(HeldLock held) {
        open.remove(held);
        Optional<LeaseHandle> leased = held.handle().leased();
        if (leased.isEmpty()) {
            close(held);
        } else if (held.id() % KEPT == 0) {
            write(Kind.RELEASING, held, KEEP_FOR);
            answer(held, () -> leased.get().releaseAndKeep(KEEP_FOR));
        } else {
            write(Kind.RELEASING, held, Duration.ZERO);
            answer(held, leased.get()::releaseAndTell);
        }
    }

    private void answer(HeldLock held, BooleanSupplier release) {
        try {
            write(Kind.ANSWERED, held, held.id(), String.valueOf(release.getAsBoolean()));
        } catch (LockException failed) {
            write(Kind.ANSWERED, held, held.id(), failed.toString());
        }
    }

    private void close(HeldLock held) {
        write(Kind.RELEASING, held, Duration.ZERO);
        try {
            held.handle().release();
            if (!client.guards()) {
                write(Kind.RELEASED, held, held.id(), "");
            }
        } catch (RuntimeException e) {
            history.write(Kind.LOSS_REPORTED, held.lock(), held.id(), held.token(), "RELEASE " + e);
        }
    }

    private void write(Kind kind, HeldLock held, Duration time) {
        long at = System.nanoTime();
        history.write(new Event(at, kind, held.lock(), held.id(), held.token(), at + time.toNanos(), ""));
    }

    /** Writes down that all which were not released will be, because the client is closed. */
    void releaseAll() {
        open.forEach(held -> write(Kind.RELEASING, held, held.id(), "by close"));
    }

    void write(Kind kind, HeldLock held, long id, String note) {
        history.write(kind, held.lock(), id, held.token(), note);
    }

    /**
     * A lock that was granted.
     *
     * @param lock which
     * @param handle the library's handle of it
     * @param id the request that was granted
     */
    record HeldLock(String lock, LockHandle handle, long id) {
        /** Where the library has no tokens, the request tells grants apart. */
        long token() {
            return handle.token();
        }
    }
}
