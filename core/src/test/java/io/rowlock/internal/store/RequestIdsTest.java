package io.rowlock.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RequestIdsTest {

    @Test
    void theyAre32HexadecimalDigitsAndNeverTheSame() {
        assertThat(Stream.generate(new RequestIds(HoldKind.LEASE)::next).limit(1_000))
                .allMatch(id -> id.matches("[0-9a-f]{32}"))
                .doesNotHaveDuplicates();
    }
}
