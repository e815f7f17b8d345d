package io.rowlock.internal.store;

import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Makes request ids: 128 random bits that nobody can guess, for they are what proves a grant. A mark takes the place of the
 * first few.
 */
public final class RequestIds {
    private final SecureRandom random = new SecureRandom();
    private final String mark;

    public RequestIds(HoldKind bond) {
        mark = bond.mark();
    }

    public String next() {
        byte[] bits = new byte[16];
        random.nextBytes(bits);
        return mark + HexFormat.of().formatHex(bits).substring(mark.length());
    }
}
