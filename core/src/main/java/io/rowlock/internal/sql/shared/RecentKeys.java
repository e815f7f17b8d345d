package io.rowlock.internal.sql.shared;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A few things that are remembered: a hint, no more. Of two that fall on the same place the later is remembered.
 *
 * @param <T> what is remembered
 */
public final class RecentKeys<T> {
    private static final int PLACES = 1 << 10;

    private final AtomicReferenceArray<@Nullable T> places = new AtomicReferenceArray<>(PLACES);

    public boolean has(T thing) {
        return thing.equals(places.get(place(thing)));
    }

    public void remember(T thing) {
        places.set(place(thing), thing);
    }

    /** Returns whether it was remembered. */
    public boolean forget(T thing) {
        boolean known = has(thing);
        if (known) {
            places.set(place(thing), null);
        }
        return known;
    }

    private static int place(Object thing) {
        int hash = thing.hashCode();
        return (hash ^ hash >>> 16) & PLACES - 1;
    }
}
