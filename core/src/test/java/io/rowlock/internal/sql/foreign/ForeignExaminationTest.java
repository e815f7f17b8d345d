package io.rowlock.internal.sql.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForeignExaminationTest {

    @ParameterizedTest
    @ValueSource(strings = {"+00:00", "+05:45", "-3:30", "UTC", "utc", "GMT"})
    void aZoneWhoseClocksNeverChangeIsFixed(String zone) {
        assertThat(ForeignExamination.isFixed(zone)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Europe/Berlin", "CET", "CEST", "EST", ""})
    void aZoneWhoseClocksMayChangeIsNot(String zone) {
        assertThat(ForeignExamination.isFixed(zone)).isFalse();
    }
}
