package io.rowlock.engines.network;

/** An order to cut a connection after so many bytes. Each order is its own, also with equal numbers. */
final class Cut {

    private final long bytes;

    Cut(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes must not be negative: " + bytes);
        }
        this.bytes = bytes;
    }

    long bytes() {
        return bytes;
    }
}
