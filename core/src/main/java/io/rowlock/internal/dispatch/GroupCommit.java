package io.rowlock.internal.dispatch;

import io.rowlock.LockKey;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Group commit: makes one trip of what queued up while the last was under way. There is no timer: a call that finds nothing
 * under way goes at once, by itself, as the plain statement.
 *
 * <p>A lock is boarded once: a second call about it stays in the queue, behind the first.
 */
final class GroupCommit {
    private static final int MOST = 500;

    private final Consumer<List<Request<?>>> again;

    /**
     * A batcher.
     *
     * @param again takes the calls that are to go by themselves
     */
    GroupCommit(Consumer<List<Request<?>>> again) {
        this.again = again;
    }

    /** The trip of a call that was taken from the queue, together with those behind it that can share its statement. */
    RoundTrip gather(Request<?> first, Deque<Request<?>> queue, boolean mixes) {
        Operation<?> wish = first.wish();
        if (wish == null || queue.isEmpty()) {
            return first;
        }
        Gathering gathering = new Gathering(mixes ? Operation.class : wish.getClass());
        gathering.board(first);
        for (Iterator<Request<?>> each = queue.iterator(); each.hasNext() && gathering.size() < MOST; ) {
            Request<?> next = each.next();
            if (gathering.canTake(next) && next.take()) {
                gathering.board(next);
                each.remove();
            }
        }
        return gathering.size() == 1 ? first : gathering.trip;
    }

    /** One trip being filled. */
    private final class Gathering {
        private final BatchRoundTrip trip = new BatchRoundTrip(again);
        private final Set<LockKey> keys = new HashSet<>();
        private final Class<?> kind;

        Gathering(Class<?> kind) {
            this.kind = kind;
        }

        boolean canTake(Request<?> call) {
            Operation<?> wish = call.wish();
            return wish != null && kind.isInstance(wish) && !keys.contains(wish.key());
        }

        <T> void board(Request<T> call) {
            Operation<T> wish = Objects.requireNonNull(call.wish(), "only wishes share a trip");
            trip.add(call, wish);
            keys.add(wish.key());
        }

        int size() {
            return keys.size();
        }
    }
}
