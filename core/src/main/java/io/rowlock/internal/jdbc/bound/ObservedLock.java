package io.rowlock.internal.jdbc.bound;

import io.rowlock.LockKey;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.store.LockRow;
import io.rowlock.internal.store.LockRow.Counts;
import io.rowlock.internal.store.LockRow.Times;
import io.rowlock.internal.store.LockRows;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A lock that may be tied to a session, as its row and the database's own lock together show it.
 *
 * @param key the lock
 * @param row its row in the table
 * @param session the session that has the database's own lock
 * @param now the database's time
 */
record ObservedLock(LockKey key, Optional<LockRow> row, Optional<String> session, long now) {

    /** For how long a foreign session is assumed to keep the lock; it is observed again before that. */
    private static final long A_SECOND = Duration.ofSeconds(1).toNanos() / 1_000;

    LockRows rows() {
        boolean isHeld = row.filter(found -> found.isTaken(now)).isPresent();
        if (isHeld && session.isEmpty()) {
            return new LockRows(List.of(expired(row.get())), now);
        }
        if (!isHeld && session.isPresent()) {
            return new LockRows(List.of(foreign(session.get())), now);
        }
        return new LockRows(row.map(List::of).orElse(List.of()), now);
    }

    /** The holder's connection is gone, so its lease counts for nothing. */
    private LockRow expired(LockRow found) {
        if (!HoldKind.isOfConnection(found.requestId())) {
            return found;
        }
        Times times = found.times();
        long ended = Math.min(times.expires(), now);
        return with(found.requestId(), new Times(times.acquired(), ended, 0, times.keptUntil()), found.owner());
    }

    /** A session that does not use the table has the lock, or is about to write the row. */
    private LockRow foreign(String holder) {
        return with(HoldKind.CONNECTION.mark(), new Times(now, now + A_SECOND, 0, 0), holder);
    }

    private LockRow with(@Nullable String requestId, Times times, String owner) {
        return new LockRow(
                key,
                row.map(LockRow::token).orElse(0L),
                requestId,
                times,
                row.map(LockRow::counts).orElse(new Counts(0, 0)),
                owner);
    }
}
