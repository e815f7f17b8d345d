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

    @Test
    void ofSeveralRunsWhatDiffersIsToldOfEach() {
        Facts both = new Facts(Map.of("java", "17"))
                .and(new Facts(Map.of("java", "7")))
                .and(new Facts(Map.of("java", "17")));
        assertThat(both.lines()).containsExactly("java: 17; 7");
    }
}
