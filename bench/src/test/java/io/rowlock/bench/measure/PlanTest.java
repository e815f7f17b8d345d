package io.rowlock.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTest {

    @Test
    void onlyThoseNumbersOfThreadsStayThatAreNotLarger() {
        Plan plan = Plan.full().withRounds(3).withSeed(9);
        assertThat(plan.withAtMostThreads(64)).isEqualTo(plan.withThreads(List.of(1, 8, 64)));
        assertThat(plan.withAtMostThreads(64).rounds()).isEqualTo(3);
    }
}
