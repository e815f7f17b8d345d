package io.rowlock.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.spi.Bond;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RequestIdsTest {

    @Test
    void theyAre32HexadecimalDigitsAndNeverTheSame() {
        assertThat(Stream.generate(new RequestIds(Bond.LEASE)::next).limit(1_000))
                .allMatch(id -> id.matches("[0-9a-f]{32}"))
                .doesNotHaveDuplicates();
    }
}
