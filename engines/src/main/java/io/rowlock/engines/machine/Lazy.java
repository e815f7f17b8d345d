package io.rowlock.engines.machine;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value made on first use, once, whichever thread comes first. A failed making is tried again next time. */
public final class Lazy<T> implements Supplier<T> {

    private final Supplier<T> maker;
    private @Nullable T value;

    public Lazy(Supplier<T> maker) {
        this.maker = maker;
    }

    @Override
    public synchronized T get() {
        T made = value;
        if (made == null) {
            made = maker.get();
            value = made;
        }
        return made;
    }
}
