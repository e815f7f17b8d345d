package io.rowlock.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class FactsTest {

    @Test
    void aRunOnABusyMachineIsWarnedOf() {
        Facts quiet = new Facts(Map.of(Facts.BUSY_BEFORE, "3 %", Facts.LOAD_AVERAGE, "9.0", "machine", "2 cores"));
        assertThat(quiet.with(Facts.BUSY_AFTER, "4 %").notice()).isEmpty();
        assertThat(quiet.with(Facts.BUSY_AFTER, "61 %").notice())
                .hasValueSatisfying(words -> assertThat(words)
                        .startsWith("LOADED MACHINE")
                        .endsWith("Up to 61 % of the processors were busy without the benchmark."));
    }

    @Test
    void aRunOfWhichOnlyTheLoadAverageIsKnownIsJudgedByThat() {
        Facts facts = new Facts(Map.of("machine", "2 cores (AMD EPYC), 24 GiB"));
        assertThat(facts.with(Facts.LOAD_AVERAGE, "0.9").notice()).isEmpty();
        assertThat(facts.with(Facts.LOAD_AVERAGE, "0.1; 58.5; 3.4").notice())
                .hasValueSatisfying(words -> assertThat(words).endsWith("load average was up to 58.5 on 2 cores."));
        assertThat(facts.notice()).isEmpty();
    }

    @Test
    void otherWorkInTheMidstOfARunIsWarnedOf() {
        Facts quiet = new Facts(Map.of(Facts.BUSY_BEFORE, "3 %", Facts.BUSY_AFTER, "4 %"));
        assertThat(quiet.with(Facts.OTHERS_DURING, "9 %").notice()).isEmpty();
        assertThat(quiet.with(Facts.OTHERS_DURING, "40 %").notice()).isPresent();
    }

    @Test
    void aSampledRunDoesNotVouchForOneThatWasNotSampled() {
        Facts sampled = new Facts(Map.of(Facts.BUSY_BEFORE, "3 %", Facts.BUSY_AFTER, "4 %", "machine", "2 cores"));
        Facts older = new Facts(Map.of(Facts.LOAD_AVERAGE, "58.5", "machine", "2 cores"));
        assertThat(sampled.with(Facts.LOAD_AVERAGE, "0.1").and(older).notice()).isPresent();
        assertThat(older.and(sampled.with(Facts.LOAD_AVERAGE, "0.1")).notice()).isPresent();
        assertThat(new Facts(Map.of()).and(sampled).notice()).isEmpty();
    }

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

    @Test
    void theMachineIsShownWithTheCommitThatRan() {
        Facts facts = new Facts(Map.of("date", "2026-11-19", Facts.COMMIT, "28ea43c159c4", "machine", "2 cores"));
        assertThat(facts.machine()).containsExactly("date: 2026-11-19", "commit: 28ea43c159c4", "machine: 2 cores");
    }
}
