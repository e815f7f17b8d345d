package io.rowlock.internal.engine;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Makes request ids: 128 random bits that nobody can guess, for they are what proves a grant. */
final class RequestIds {
    private final SecureRandom random = new SecureRandom();

    String next() {
        byte[] bits = new byte[16];
        random.nextBytes(bits);
        return HexFormat.of().formatHex(bits);
    }
}
