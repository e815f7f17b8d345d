package io.rowlock.internal.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ShutdownGateTest {
    private final ShutdownGate gate = new ShutdownGate(System::nanoTime);

    @Test
    void itIsShutOnce() {
        assertThat(gate.shut()).isTrue();
        assertThat(gate.shut()).isFalse();
        assertThat(gate.isShut()).isTrue();
    }

    @Test
    void nobodyEntersOnceItIsShut() {
        gate.shut();
        assertThatIllegalStateException()
                .isThrownBy(() -> gate.enter("acquire"))
                .withMessageContaining("closed");
        assertThatNoException().isThrownBy(() -> gate.awaitEmpty(Duration.ZERO));
    }

    @Test
    void closingWaitsForOperationsUnderWay() {
        gate.enter("acquire");
        gate.shut();
        CompletableFuture<Void> empty = CompletableFuture.runAsync(() -> gate.awaitEmpty(Duration.ofMinutes(1)));
        assertThat(empty).isNotDone();
        gate.leave();
        assertThat(empty).succeedsWithin(Duration.ofSeconds(10));
    }

    @Test
    void butNotForEver() {
        gate.enter("acquire");
        gate.shut();
        gate.awaitEmpty(Duration.ofMillis(5));
        assertThat(gate.isShut()).isTrue();
    }
}
