package io.rowlock.internal.store;

import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Makes request ids: 128 random bits that nobody can guess, because they prove a grant. A prefix for the kind of
 * hold replaces the first few.
 */
public final class RequestIds {
    private final SecureRandom random = new SecureRandom();
    private final String prefix;

    public RequestIds(HoldKind kind) {
        prefix = kind.mark();
    }

    public String next() {
        byte[] bits = new byte[16];
        random.nextBytes(bits);
        return prefix + HexFormat.of().formatHex(bits).substring(prefix.length());
    }
}
