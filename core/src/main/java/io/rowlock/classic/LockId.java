package io.rowlock.classic;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The proof of an offline lock: it travels from the request that opened a form to the one that saves it, served by another
 * node. A secret, for everyone who has it can extend and release the lock.
 */
public final class LockId {
    private final String value;

    /**
     * An id.
     *
     * @param value what {@link #getValue()} gave
     */
    public LockId(String value) {
        this.value = Objects.requireNonNull(value, "value");
    }

    /**
     * The id as text.
     *
     * @return its value
     */
    public String getValue() {
        return value;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LockId id && id.value.equals(value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    /** The beginning of the id, for people; the rest is the secret. */
    @Override
    public String toString() {
        return "LockId[" + value.substring(0, Math.min(8, value.length())) + "…]";
    }
}
