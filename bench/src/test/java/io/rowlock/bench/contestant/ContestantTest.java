package io.rowlock.bench.contestant;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Database;
import org.junit.jupiter.api.Test;

class ContestantTest {

    @Test
    void theyAreToldApartByNameAndColor() {
        assertThat(Contestant.values()).extracting(Contestant::label).doesNotHaveDuplicates();
        assertThat(Contestant.values()).extracting(Contestant::color).doesNotHaveDuplicates();
    }

    @Test
    void batchingAloneIsCalledNoLockLibraryAndMeasuredOnlyInPairsOnPostgreSql() {
        assertThat(Contestant.BATCH.label()).contains("no lock library");
        assertThat(Contestant.BATCH.isLibrary()).isFalse();
        assertThat(Contestant.BATCH.takesPart("pairs", Database.POSTGRESQL)).isTrue();
        assertThat(Contestant.BATCH.takesPart("delayed", Database.POSTGRESQL)).isFalse();
        assertThat(Contestant.BATCH.takesPart("pairs", Database.MARIADB)).isFalse();
    }

    @Test
    void onlyThoseWhoWaitAreAskedTo() {
        assertThat(Contestant.values())
                .filteredOn(Contestant::waits)
                .containsExactly(
                        Contestant.ROWLOCK,
                        Contestant.SPRING_INTEGRATION,
                        Contestant.REDISSON_AOF,
                        Contestant.REDISSON_MEMORY,
                        Contestant.CURATOR);
    }
}
