package io.rowlock.engines.network;

/** Answers a client in place of its server. */
@FunctionalInterface
public interface Answer {

    /** Answers nothing: the server does. */
    Answer NONE = (said, length) -> new byte[0];

    /**
     * The answer to what a client has just said.
     *
     * @param said begins with it
     * @param length how many bytes it said
     * @return the answer, and the server hears nothing of it; or nothing, and the server is asked
     */
    byte[] to(byte[] said, int length);
}
