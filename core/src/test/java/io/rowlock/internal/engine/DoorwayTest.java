package io.rowlock.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class DoorwayTest {
    private final Doorway doorway = new Doorway(System::nanoTime);

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
