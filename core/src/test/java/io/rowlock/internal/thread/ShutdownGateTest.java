package io.rowlock.internal.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ShutdownGateTest {
    private final ShutdownGate doorway = new ShutdownGate(System::nanoTime);

    @Test
    void itIsShutOnce() {
        assertThat(doorway.shut()).isTrue();
        assertThat(doorway.shut()).isFalse();
        assertThat(doorway.isShut()).isTrue();
    }

    @Test
    void nobodyEntersOnceItIsShut() {
        doorway.shut();
        assertThatIllegalStateException().isThrownBy(doorway::enter).withMessageContaining("closed");
        assertThatNoException().isThrownBy(() -> doorway.awaitEmpty(Duration.ZERO));
    }

    @Test
    void whoeverShutsItWaitsForThoseInside() {
        doorway.enter();
        doorway.shut();
        CompletableFuture<Void> empty = CompletableFuture.runAsync(() -> doorway.awaitEmpty(Duration.ofMinutes(1)));
        assertThat(empty).isNotDone();
        doorway.leave();
        assertThat(empty).succeedsWithin(Duration.ofSeconds(10));
    }

    @Test
    void butNotForEver() {
        doorway.enter();
        doorway.shut();
        doorway.awaitEmpty(Duration.ofMillis(5));
        assertThat(doorway.isShut()).isTrue();
    }
}
