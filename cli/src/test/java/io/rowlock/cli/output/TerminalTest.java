package io.rowlock.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalTest {

    @Test
    void aTerminalIsLiveAndColoured() {
        assertThat(Terminal.of(true, Map.of("TERM", "xterm"))).isEqualTo(new Terminal(true, true));
    }

    @Test
    void noColorLeavesItLive() {
        assertThat(Terminal.of(true, Map.of("NO_COLOR", "1"))).isEqualTo(new Terminal(true, false));
    }

    @Test
    void anEmptyNoColorSaysNothing() {
        assertThat(Terminal.of(true, Map.of("NO_COLOR", ""))).isEqualTo(new Terminal(true, true));
    }

    @Test
    void aDumbTerminalOrNoneGetsPlainLines() {
        Terminal plain = new Terminal(false, false);

        assertThat(Terminal.of(true, Map.of("TERM", "dumb"))).isEqualTo(plain);
        assertThat(Terminal.of(false, Map.of())).isEqualTo(plain);
    }
}
