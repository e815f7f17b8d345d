package io.rowlock.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {

    @ParameterizedTest
    @CsvSource({
        "*, anything, true",
        "Order:*, Order:1, true",
        "Order:*, order:1, false",
        "a?c, abc, true",
        "a?c, abbc, false",
        "a.c, abc, false",
        "\\Q*, \\Qx, true"
    })
    void starsAndQuestionMarksStandForOthers(String pattern, String name, boolean matches) {
        assertThat(new Glob(pattern).matches(name)).isEqualTo(matches);
    }
}
