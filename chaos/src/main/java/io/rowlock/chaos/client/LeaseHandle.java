package io.rowlock.chaos.client;

import java.time.Duration;

/** The handle of a lease, which can be renewed for longer and whose release is answered. */
public interface LeaseHandle {

    /** Has the lock honoured for so long from now on. */
    void renew(Duration lease);

    /** Releases the lock, and tells whether it was held until then. */
    boolean releaseAndTell();

    /** The same, and has the lock stay taken for so long. */
    boolean releaseAndKeep(Duration keepFor);
}
