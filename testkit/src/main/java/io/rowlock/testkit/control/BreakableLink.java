package io.rowlock.testkit.control;

/** A link that breaks on demand: while it fails, whatever is sent fails as on a broken network, and does not arrive. */
public interface BreakableLink extends Link {

    /** Fails until {@link #heal()}. */
    void fail();

    /** Fails this many times, then works again. */
    void failTimes(int times);

    /** Works again. */
    void heal();

    /** How often it failed. */
    int failures();
}
