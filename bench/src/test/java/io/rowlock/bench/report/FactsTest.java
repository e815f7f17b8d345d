package io.rowlock.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class FactsTest {

    @Test
    void ofSeveralRunsWhatDiffersIsToldTwice() {
        Facts both = new Facts(Map.of("command", "pairs")).and(new Facts(Map.of("command", "holding")));
        assertThat(both.lines()).containsExactly("command: pairs; holding");
    }

    @Test
    void ofSeveralRunsWhatIsTheSameIsToldOnce() {
        Facts both = new Facts(Map.of("cores", "2")).and(new Facts(Map.of("cores", "2")));
        assertThat(both.lines()).containsExactly("cores: 2");
    }
}
