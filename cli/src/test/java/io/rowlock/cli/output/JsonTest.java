package io.rowlock.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {

    @Test
    void textIsQuotedSoThatItForgesNothing() {
        assertThat(Json.write("a\"b\\c\n\u001b\u007f\u009b\u202e\ud83d\ude80\u00e9"))
                .isEqualTo("\"a\\\"b\\\\c\\u000a\\u001b\\u007f\\u009b\\u202e\\ud83d\\ude80\u00e9\"");
    }

    @Test
    void valuesKeepTheirKind() {
        assertThat(Json.write(List.of(Map.of("n", 1L), true, Instant.EPOCH)))
                .isEqualTo("[{\"n\":1},true,\"1970-01-01T00:00:00Z\"]");
        assertThat(Json.write(null)).isEqualTo("null");
    }
}
