package io.rowlock.memory.internal;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of a {@link MemoryTable}. A row leaves a session only once that has ended, forever: so a heartbeat that is
 * under way cannot bring it back. Guarded by the table.
 */
public final class MemorySessions {
    private final Map<String, MemorySession> byId = new HashMap<>();

    /** The session that a row names; null if there is none. */
    @Nullable
    public MemorySession of(MemoryRow row) {
        return row.sessionId == null ? null : byId.get(row.sessionId);
    }

    public Optional<MemorySession> find(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    public void open(MemorySession session) {
        byId.put(session.id, session);
    }

    public boolean beat(String id, long now) {
        MemorySession session = byId.get(id);
        return session != null && session.beat(now);
    }

    public void close(String id) {
        MemorySession session = byId.get(id);
        if (session != null && !session.locked) {
            session.ended = true;
            session.expires = 0;
        }
    }

    /** Removes it past everybody, as an operator's mistake may. */
    public void delete(String id) {
        byId.remove(id);
    }

    /** Ends the session of a row, if its time is over, and has the row leave it. */
    public void leaveIfOver(MemoryRow row, long now) {
        MemorySession session = existing(row, now);
        if (session != null) {
            session.endIfExpired(now);
            leaveIfEnded(row, session);
        }
    }

    /** Ends the session of a row, whatever its time, and has the row leave it; false if that cannot be. */
    public boolean leaveByForce(MemoryRow row, long now) {
        MemorySession session = existing(row, now);
        if (session != null) {
            session.end();
            leaveIfEnded(row, session);
        }
        return row.sessionId == null;
    }

    private static void leaveIfEnded(MemoryRow row, MemorySession session) {
        if (session.ended && !row.locked) {
            row.leave(session);
        }
    }

    /** The session of a row; one that is missing is given an ended one in its place. */
    private @Nullable MemorySession existing(MemoryRow row, long now) {
        String id = row.sessionId;
        return id == null ? null : byId.computeIfAbsent(id, missing -> MemorySession.inPlaceOf(missing, row, now));
    }

    /** Whether a row names a session that ended so long ago, or is missing. */
    public boolean isOlderThan(MemoryRow row, long before) {
        MemorySession session = of(row);
        return row.sessionId != null && (session == null || session.expires < before);
    }

    public void purge(long before) {
        byId.values().removeIf(session -> session.expires < before);
    }
}
