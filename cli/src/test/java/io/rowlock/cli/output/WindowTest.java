package io.rowlock.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WindowTest {

    @Test
    void theTerminalTellsItsSizeUnlessTheEnvironmentDoes() {
        assertThat(Window.parse("30 120\n")).isEqualTo(new Window(120, 30));
        assertThat(Window.of(Map.of("COLUMNS", "100"), new Window(120, 30))).isEqualTo(new Window(100, 30));
        assertThat(Window.of(Map.of("COLUMNS", "0", "LINES", "x"), Window.NONE)).isEqualTo(Window.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0 0\n", "stty: no size"})
    void aTerminalThatDoesNotKnowIsTakenForTheUsualOne(String size) {
        assertThat(Window.parse(size)).isEqualTo(new Window(80, 24));
    }
}
