package io.rowlock.chaos.client;

import java.time.Duration;

/** A grip on a lease that can be renewed for longer, and whose release is answered. */
public interface Leased {

    /** Has the lock honoured for so long from now on. */
    void renew(Duration lease);

    /** Gives the lock back, and tells whether it was held until then. */
    boolean releaseAsked();

    /** The same, and has the lock stay taken for so long. */
    boolean releaseKept(Duration keepFor);
}
