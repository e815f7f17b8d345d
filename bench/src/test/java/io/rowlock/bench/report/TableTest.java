package io.rowlock.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.label.Numbers;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
    private static final Table TABLE =
            Table.ofNumbers(List.of("who", "1"), List.of(List.of("Rowlock", "12"), List.of("other", "3,456")));

    @Test
    void aTerminalSeesNumbersUnderEachOther() {
        assertThat(TABLE.text()).isEqualTo("""
              who          1
              Rowlock     12
              other    3,456
            """);
    }

    @Test
    void aPageGetsMarkdown() {
        assertThat(TABLE.markdown()).isEqualTo("""
            | who | 1 |
            | --- | ---: |
            | Rowlock | 12 |
            | other | 3,456 |
            """);
    }

    @Test
    void numbersKeepTheDigitsThatCount() {
        assertThat(List.of(Numbers.plain(12345.6), Numbers.plain(99.96), Numbers.plain(1.234), Numbers.plain(7)))
                .containsExactly("12,346", "100.0", "1.23", "7");
    }
}
