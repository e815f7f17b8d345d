package io.rowlock.internal.dialect;

import io.rowlock.LockKey;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** A few locks that are remembered: a hint, no more. Of two that fall on the same place the later is remembered. */
final class Remembered {
    private static final int PLACES = 1 << 10;

    private final AtomicReferenceArray<LockKey> places = new AtomicReferenceArray<>(PLACES);

    boolean has(LockKey key) {
        return key.equals(places.get(place(key)));
    }

    void remember(LockKey key) {
        places.set(place(key), key);
    }

    void forget(LockKey key) {
        if (has(key)) {
            places.set(place(key), null);
        }
    }

    private static int place(LockKey key) {
        int hash = key.hashCode();
        return (hash ^ hash >>> 16) & PLACES - 1;
    }
}
