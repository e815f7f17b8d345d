package io.rowlock.internal.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.LockKey;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LocalQueueTest {
    private static final LockKey KEY = LockKey.of("a");

    private final LocalQueue queue = new LocalQueue();
    private final Recorder first = new Recorder();
    private final Recorder second = new Recorder();
    private final Recorder third = new Recorder();

    @Test
    void aWaiterThatLeavesMakesRoomForTheNextInLine() {
        assertThat(queue.join(KEY, first)).isTrue();
        assertThat(queue.join(KEY, second)).isFalse();
        assertThat(queue.join(KEY, third)).isFalse();
        queue.leave(KEY, first);
        assertThat(second.told).containsExactly("turn");
        assertThat(third.told).isEmpty();
    }

    @Test
    void aWaiterThatLeavesFromTheMiddleChangesNothingForTheFirst() {
        joinAll();
        queue.leave(KEY, second);
        assertThat(first.told).isEmpty();
        assertThat(third.told).isEmpty();
        queue.leave(KEY, first);
        assertThat(third.told).containsExactly("turn");
    }

    @Test
    void everyLockHasALineOfItsOwn() {
        queue.join(KEY, first);
        assertThat(queue.join(LockKey.of("b"), second)).isTrue();
        assertThat(queue.join(new LockKey("a", 1), third)).isTrue();
    }

    @Test
    void waitersAreCountedWhileTheyWait() {
        queue.join(KEY, first);
        queue.join(KEY, second);
        assertThat(queue.waiting(KEY)).isEqualTo(2);
        queue.leave(KEY, first);
        queue.leave(KEY, second);
        assertThat(queue.waiting(KEY)).isZero();
    }

    @Test
    void aHintReachesOnlyTheFirst() {
        joinAll();
        queue.wakeFirst(KEY);
        queue.wakeFirst(LockKey.of("b"));
        assertThat(first.told).containsExactly("wakeUp");
        assertThat(second.told).isEmpty();
    }

    /** Promoting each in turn would be a recursion as deep as the line is long. */
    @Test
    void closingSendsAllAwayAndPromotesNobody() {
        joinAll();
        queue.close();
        assertThat(List.of(first, second, third))
                .allSatisfy(one -> assertThat(one.told).containsExactly("closed"));
        assertThat(queue.waiting(KEY)).isZero();
    }

    @Test
    void nobodyJoinsAfterTheClose() {
        queue.close();
        assertThat(queue.join(KEY, first)).isFalse();
        assertThat(first.told).containsExactly("closed");
        assertThat(queue.waiting(KEY)).isZero();
    }

    private void joinAll() {
        queue.join(KEY, first);
        queue.join(KEY, second);
        queue.join(KEY, third);
    }

    /** Leaves the line when it is sent away, as a wait does. */
    private final class Recorder implements LocalQueue.Queued {
        private final List<String> told = new ArrayList<>();

        @Override
        public void onFirstInLine() {
            told.add("turn");
        }

        @Override
        public void wakeUp() {
            told.add("wakeUp");
        }

        @Override
        public void onClosed() {
            told.add("closed");
            queue.leave(KEY, this);
        }
    }
}
