package io.rowlock.internal.dispatch;

import io.rowlock.LockKey;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Group commit: makes one batch of the requests that were queued during the last round trip. There is no timer: a request
 * that finds no other in flight is sent at once, alone, as the plain statement.
 *
 * <p>A batch holds each lock once: a second request about a lock stays in the queue, behind the first.
 */
final class GroupCommit {
    private static final int MAX_SIZE = 500;

    private final Consumer<List<Request<?>>> retryAlone;

    /**
     * A group commit.
     *
     * @param retryAlone takes the requests of a failed batch that are to be sent one by one
     */
    GroupCommit(Consumer<List<Request<?>>> retryAlone) {
        this.retryAlone = retryAlone;
    }

    /** The round trip of a request taken from the queue, together with those behind it that can share its statement. */
    RoundTrip gather(Request<?> first, Deque<Request<?>> queue, boolean mixesKinds) {
        Operation<?> operation = first.operation();
        if (operation == null || queue.isEmpty()) {
            return first;
        }
        Gathering gathering = new Gathering(mixesKinds ? Operation.class : operation.getClass());
        gathering.add(first);
        List<Request<?>> left = new ArrayList<>();
        while (!queue.isEmpty() && gathering.size() < MAX_SIZE) {
            Request<?> next = queue.removeFirst();
            if (gathering.canTake(next) && next.take()) {
                gathering.add(next);
            } else {
                left.add(next);
            }
        }
        for (int last = left.size() - 1; last >= 0; last--) {
            queue.addFirst(left.get(last));
        }
        return gathering.size() == 1 ? first : gathering.batch;
    }

    /** A batch being filled. */
    private final class Gathering {
        private final BatchRoundTrip batch = new BatchRoundTrip(retryAlone);
        private final Set<LockKey> keys = new HashSet<>();
        private final Class<?> kind;

        Gathering(Class<?> kind) {
            this.kind = kind;
        }

        boolean canTake(Request<?> request) {
            Operation<?> operation = request.operation();
            return operation != null && kind.isInstance(operation) && !keys.contains(operation.key());
        }

        <T> void add(Request<T> request) {
            Operation<T> operation = Objects.requireNonNull(request.operation(), "only operations share a batch");
            batch.add(request, operation);
            keys.add(operation.key());
        }

        int size() {
            return keys.size();
        }
    }
}
