package io.rowlock.bench.result;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class ResultsTest {

    @Test
    void figuresOfTwoRunsAreNotMixed() {
        Key key = new Key("pairs", "PostgreSQL", "Rowlock", 64, Metric.PAIRS);
        List<Measurement> twice = List.of(new Measurement(key, 1, 20_000), new Measurement(key, 1, 10_000));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Results(twice))
                .withMessageContaining("leave all but one out");
    }
}
