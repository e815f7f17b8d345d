package io.rowlock.internal.store;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Makes request ids: 128 random bits that nobody can guess, because they prove a grant. A prefix for the kind of
 * hold replaces the first few. Thread-safe.
 */
public final class RequestIds {
    private final SecureRandom random = new SecureRandom();
    private final String prefix;
    private final AtomicReference<@Nullable String> prepared = new AtomicReference<>();

    public RequestIds(HoldKind kind) {
        prefix = kind.mark();
    }

    /** Makes an id ahead, for the next who needs one: after a pause a random number takes tens of microseconds. */
    public void prepare() {
        if (prepared.get() == null) {
            prepared.set(make());
        }
    }

    public String next() {
        String ahead = prepared.get() == null ? null : prepared.getAndSet(null);
        return ahead == null ? make() : ahead;
    }

    private String make() {
        byte[] bits = new byte[16];
        random.nextBytes(bits);
        return prefix + HexFormat.of().formatHex(bits).substring(prefix.length());
    }
}
