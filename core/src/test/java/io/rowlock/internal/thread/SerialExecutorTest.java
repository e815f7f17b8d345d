package io.rowlock.internal.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SerialExecutorTest {
    private final SerialExecutor sequence = new SerialExecutor(new LogThread());
    private final List<Integer> order = new ArrayList<>();

    @Test
    void aTaskSubmittedByAStepRunsAfterIt() {
        sequence.run(() -> {
            sequence.run(() -> order.add(2));
            order.add(1);
        });
        assertThat(order).containsExactly(1, 2);
    }

    @Test
    void aStepThatFailsDoesNotStopTheNext() {
        sequence.run(() -> {
            throw new IllegalStateException("fails");
        });
        sequence.run(() -> order.add(1));
        assertThat(order).containsExactly(1);
    }

    @Test
    void stepsOfManyThreadsRunOneAtATime() {
        int[] count = {0};
        CompletableFuture.allOf(IntStream.range(0, 8)
                        .mapToObj(thread -> CompletableFuture.runAsync(() -> addTo(count)))
                        .toArray(CompletableFuture[]::new))
                .join();
        sequence.run(() -> order.add(count[0]));
        assertThat(order).containsExactly(80_000);
    }

    private void addTo(int[] count) {
        for (int i = 0; i < 10_000; i++) {
            sequence.run(() -> count[0]++);
        }
    }
}
