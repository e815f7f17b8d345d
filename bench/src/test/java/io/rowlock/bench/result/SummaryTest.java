package io.rowlock.bench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SummaryTest {

    @Test
    void theMedianOfAnOddNumberIsTheMiddleOne() {
        assertThat(Summary.of(List.of(9.0, 1.0, 5.0, 3.0, 7.0))).isEqualTo(new Summary(5, 3, 5, 7));
    }

    @Test
    void betweenTwoNeighboursItLiesHalfway() {
        assertThat(Summary.of(List.of(4.0, 1.0, 2.0, 3.0))).isEqualTo(new Summary(4, 1.75, 2.5, 3.25));
        assertThat(Summary.median(new double[] {4, 1, 2, 3})).isEqualTo(2.5);
    }

    @Test
    void ofOneValueItIsThatValue() {
        assertThat(Summary.of(List.of(8.0))).isEqualTo(new Summary(1, 8, 8, 8));
    }

    @Test
    void ofNothingThereIsNone() {
        assertThatThrownBy(() -> Summary.of(List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}
