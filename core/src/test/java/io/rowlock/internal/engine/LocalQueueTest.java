package io.rowlock.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.LockKey;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LocalQueueTest {
    private static final LockKey KEY = LockKey.of("a");
    private static final Duration LONG = Duration.ofMinutes(1);

    private final LocalQueue queue = new LocalQueue(System::nanoTime);
    private final long later = System.nanoTime() + LONG.toNanos();
    private final long now = System.nanoTime();

    @Test
    void whoLeavesMakesRoomForTheNextInLine() throws InterruptedException {
        LocalQueue.Place first = queue.join(KEY);
        LocalQueue.Place second = queue.join(KEY);
        LocalQueue.Place third = queue.join(KEY);
        assertThat(first.isFirst()).isTrue();
        assertThat(second.awaitTurn(now)).isFalse();
        first.close();
        assertThat(second.awaitTurn(later)).isTrue();
        assertThat(third.isFirst()).isFalse();
    }

    @Test
    void whoLeavesFromTheMiddleChangesNothingForTheFirst() {
        LocalQueue.Place first = queue.join(KEY);
        LocalQueue.Place second = queue.join(KEY);
        LocalQueue.Place third = queue.join(KEY);
        second.close();
        assertThat(third.isFirst()).isFalse();
        first.close();
        assertThat(third.isFirst()).isTrue();
    }

    @Test
    void everyLockHasALineOfItsOwn() {
        queue.join(KEY);
        assertThat(queue.join(LockKey.of("b")).isFirst()).isTrue();
        assertThat(queue.join(new LockKey("a", 1)).isFirst()).isTrue();
    }

    @Test
    void waitersAreCountedWhileTheyWait() {
        LocalQueue.Place first = queue.join(KEY);
        LocalQueue.Place second = queue.join(KEY);
        assertThat(queue.waiting(KEY)).isEqualTo(2);
        first.close();
        second.close();
        assertThat(queue.waiting(KEY)).isZero();
    }

    @Test
    void aHintGivenBeforeTheWaitIsNotMissed() throws InterruptedException {
        LocalQueue.Place first = queue.join(KEY);
        queue.hint(KEY);
        first.awaitHint(later);
        assertThat(System.nanoTime() - later).isNegative();
    }

    @Test
    void aHintWakesOnlyTheFirst() throws InterruptedException {
        queue.join(KEY);
        LocalQueue.Place second = queue.join(KEY);
        queue.hint(KEY);
        assertThat(second.awaitTurn(now)).isFalse();
    }

    @Test
    void anInterruptEndsTheWaitOfItsThread() {
        queue.join(KEY);
        LocalQueue.Place second = queue.join(KEY);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> second.awaitTurn(later)).isInstanceOf(InterruptedException.class);
    }

    @Test
    void closingEndsAllWaiting() {
        queue.join(KEY);
        LocalQueue.Place second = queue.join(KEY);
        queue.close();
        assertThatIllegalStateException()
                .isThrownBy(() -> second.awaitTurn(later))
                .withMessageContaining("closed while waiting for lock 'a'");
    }
}
