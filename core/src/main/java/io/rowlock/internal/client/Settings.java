package io.rowlock.internal.client;

import io.rowlock.LockListener;
import io.rowlock.internal.store.HoldKind;
import java.time.Duration;
import java.util.List;

/**
 * The settings with which a client is built.
 *
 * @param owner the owner text of its holds, for people to read
 * @param callTimeout the longest that a call to the database may take
 * @param listeners the listeners that receive its events
 * @param kind whether its grants depend on a lease or on a connection
 * @param recordsCallers whether each hold remembers where it was acquired
 */
public record Settings(
        String owner, Duration callTimeout, List<LockListener> listeners, HoldKind kind, boolean recordsCallers) {

    /**
     * Settings of a client whose holds do not remember where they were acquired.
     *
     * @param owner the owner text of its holds
     * @param callTimeout the longest that a call to the database may take
     * @param listeners the listeners that receive its events
     * @param kind whether its grants depend on a lease or on a connection
     */
    public Settings(String owner, Duration callTimeout, List<LockListener> listeners, HoldKind kind) {
        this(owner, callTimeout, listeners, kind, false);
    }
}
