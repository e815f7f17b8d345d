package io.rowlock.cli.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class SpansTest {

    @ParameterizedTest
    @CsvSource({
        "500ms, PT0.5S, 500ms",
        "30s, PT30S, 30s",
        "90s, PT1M30S, 1m30s",
        "1h30m, PT1H30M, 1h30m",
        "30d, P30D, 30d",
        "25h, P1DT1H, 1d1h",
        "0s, PT0S, 0ms"
    })
    void aSpanIsReadAndShown(String written, Duration span, String shown) {
        assertThat(new Spans().convert(written)).isEqualTo(span);
        assertThat(Spans.show(span)).isEqualTo(shown);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "30", "soon", "-5s", "5 s", "1y", "5s!", "1.5h", "9999999999s"})
    void anInvalidSpanIsRejectedWithExamples(String written) {
        assertThatExceptionOfType(TypeConversionException.class)
                .isThrownBy(() -> new Spans().convert(written))
                .withMessageContaining("write 500ms, 30s");
    }
}
