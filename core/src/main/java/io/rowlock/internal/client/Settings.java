package io.rowlock.internal.client;

import io.rowlock.LockListener;
import io.rowlock.internal.store.HoldKind;
import java.time.Duration;
import java.util.List;

/**
 * What a client is told when it is built.
 *
 * @param owner who it is, for people to read
 * @param callTimeout how long a call to the database may take
 * @param listeners whom to tell of events
 * @param bond what its grants hang on
 */
public record Settings(String owner, Duration callTimeout, List<LockListener> listeners, HoldKind bond) {}
