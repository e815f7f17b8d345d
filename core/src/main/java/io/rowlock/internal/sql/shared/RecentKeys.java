package io.rowlock.internal.sql.shared;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Remembers a few keys: a hint, no more. Of two that fall on the same place the later is remembered.
 *
 * @param <T> the type of the keys
 */
public final class RecentKeys<T> {
    private static final int PLACES = 1 << 10;

    private final AtomicReferenceArray<@Nullable T> places = new AtomicReferenceArray<>(PLACES);

    public boolean has(T key) {
        return key.equals(places.get(place(key)));
    }

    public void remember(T key) {
        places.set(place(key), key);
    }

    /** Returns whether it was remembered. */
    public boolean forget(T key) {
        boolean known = has(key);
        if (known) {
            places.set(place(key), null);
        }
        return known;
    }

    private static int place(Object key) {
        int hash = key.hashCode();
        return (hash ^ hash >>> 16) & PLACES - 1;
    }
}
