package io.rowlock.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RequestIdsTest {

    @Test
    void theyAre32HexadecimalDigitsAndNeverTheSame() {
        assertThat(Stream.generate(new RequestIds(HoldKind.LEASE)::next).limit(1_000))
                .allMatch(id -> id.matches("[0-9a-f]{32}"))
                .doesNotHaveDuplicates();
    }

    @Test
    void oneThatWasMadeAheadIsGivenToOneAlone() {
        RequestIds ids = new RequestIds(HoldKind.CONNECTION);
        assertThat(IntStream.range(0, 20_000)
                        .parallel()
                        .mapToObj(number -> {
                            ids.prepare();
                            return ids.next();
                        })
                        .toList())
                .allMatch(id -> id.startsWith(HoldKind.CONNECTION.mark()) && id.length() == 32)
                .doesNotHaveDuplicates();
    }
}
