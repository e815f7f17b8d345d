package io.rowlock.chaos.worker;

import io.rowlock.LockException;
import io.rowlock.chaos.client.Grip;
import io.rowlock.chaos.client.Leased;
import io.rowlock.chaos.client.LockClient;
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
 * Asks for locks, looks at them and gives them back, and writes all of it down: what is to happen before it happens, what
 * has happened after it. Thread-safe.
 */
final class Journal {
    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
    private static final Duration KEEP_FOR = Duration.ofMillis(300);

    /** One release in so many keeps the lock, and is told whether it was held; one in so many is only told that. */
    private static final int KEPT = 40;

    private static final int ASKED = 4;

    private final LockClient client;
    private final HistoryWriter history;
    private final AtomicLong ids = new AtomicLong();
    private final Set<Held> open = ConcurrentHashMap.newKeySet();

    Journal(LockClient client, HistoryWriter history) {
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
    Optional<Held> acquire(String lock, Duration wait, boolean renewed, Interrupter interrupter) {
        long id = nextId();
        long asked = System.nanoTime();
        history.write(new Event(asked, Kind.ASK, lock, id, 0, asked + wait.toNanos(), ""));
        interrupter.begin(() -> history.write(Kind.INTERRUPT, lock, id, 0, ""));
        try {
            Optional<Grip> grip = client.acquire(lock, wait, renewed);
            endInterrupts(interrupter, lock, id);
            return answered(lock, id, grip);
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

    private Optional<Held> answered(String lock, long id, Optional<Grip> grip) {
        long at = System.nanoTime();
        if (grip.isEmpty()) {
            history.write(new Event(at, Kind.BUSY, lock, id, 0, 0, ""));
            return Optional.empty();
        }
        // Counted from before the library is asked, so that a process that is stopped in between claims too little.
        long until = at + grip.get().remaining().toNanos();
        Held held = new Held(lock, grip.get(), id);
        open.add(held);
        history.write(new Event(at, Kind.GRANTED, lock, id, held.token(), until, ""));
        held.grip().onLost(() -> history.write(Kind.LOST, lock, 0, held.token(), ""));
        return Optional.of(held);
    }

    /** Looks whether a lock is held. */
    boolean look(Held held) {
        long at = System.nanoTime();
        boolean isHeld = held.grip().isHeld();
        if (isHeld) {
            long until = at + held.grip().remaining().toNanos();
            history.write(new Event(at, Kind.HELD, held.lock(), held.id(), held.token(), until, ""));
        }
        return isHeld;
    }

    /** Renews a lock for so long, and looks what is believed of it then. */
    void renew(Held held, Leased leased, Duration lease) {
        write(Kind.RENEWING, held, lease);
        try {
            leased.renew(lease);
        } catch (LockException failed) {
            LOG.debug("{} could not be renewed for {}", held, lease, failed);
        }
        look(held);
    }

    /** Gives a lock back: in most cases without an answer, now and then with one. */
    void release(Held held) {
        if (held.id() % ASKED == 0) {
            releaseAsked(held);
        } else {
            open.remove(held);
            close(held);
        }
    }

    /** Gives a lock back, and asks whether it was held until then, where the library can tell; seldom so that it stays taken. */
    void releaseAsked(Held held) {
        open.remove(held);
        Optional<Leased> leased = held.grip().leased();
        if (leased.isEmpty()) {
            close(held);
        } else if (held.id() % KEPT == 0) {
            write(Kind.RELEASING, held, KEEP_FOR);
            answer(held, () -> leased.get().releaseKept(KEEP_FOR));
        } else {
            write(Kind.RELEASING, held, Duration.ZERO);
            answer(held, leased.get()::releaseAsked);
        }
    }

    private void answer(Held held, BooleanSupplier release) {
        try {
            write(Kind.ANSWERED, held, held.id(), String.valueOf(release.getAsBoolean()));
        } catch (LockException failed) {
            write(Kind.ANSWERED, held, held.id(), failed.toString());
        }
    }

    private void close(Held held) {
        write(Kind.RELEASING, held, Duration.ZERO);
        try {
            held.grip().release();
            if (!client.guards()) {
                write(Kind.RELEASED, held, held.id(), "");
            }
        } catch (RuntimeException e) {
            history.write(Kind.TOLD, held.lock(), held.id(), held.token(), "RELEASE " + e);
        }
    }

    private void write(Kind kind, Held held, Duration time) {
        long at = System.nanoTime();
        history.write(new Event(at, kind, held.lock(), held.id(), held.token(), at + time.toNanos(), ""));
    }

    /** Writes down that all which were not given back will be, because the client is closed. */
    void releaseAll() {
        open.forEach(held -> write(Kind.RELEASING, held, held.id(), "by close"));
    }

    void write(Kind kind, Held held, long id, String note) {
        history.write(kind, held.lock(), id, held.token(), note);
    }

    /**
     * A lock that was granted.
     *
     * @param lock which
     * @param grip the library's proof
     * @param id the request that was granted
     */
    record Held(String lock, Grip grip, long id) {
        /** Where the library has no tokens, the request tells grants apart. */
        long token() {
            return grip.token();
        }
    }
}
