package io.rowlock.internal.engine;

import io.rowlock.spi.Bond;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Makes request ids: 128 random bits that nobody can guess, for they are what proves a grant. A mark takes the place of the
 * first few.
 */
final class RequestIds {
    private final SecureRandom random = new SecureRandom();
    private final String mark;

    RequestIds(Bond bond) {
        mark = bond.mark();
    }

    String next() {
        byte[] bits = new byte[16];
        random.nextBytes(bits);
        return mark + HexFormat.of().formatHex(bits).substring(mark.length());
    }
}
