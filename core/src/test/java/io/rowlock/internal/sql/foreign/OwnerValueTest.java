package io.rowlock.internal.sql.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OwnerValueTest {
    private static final String ID = "0123456789abcdef0123456789abcdef";

    @Test
    void asMuchOfTheNameAsFitsStandsBeforeTheId() {
        OwnerValue value = OwnerValue.after("node-7", 64);
        assertThat(value.of(ID)).isEqualTo("node-7#" + ID);
        assertThat(value.requestId("node-7#" + ID)).isEqualTo(ID);
        assertThat(value.requestId("original")).isEqualTo("original");
    }

    @Test
    void aLongNameIsCutBetweenCharacters() {
        String value = OwnerValue.after("ü".repeat(40), 64).of(ID);
        assertThat(value.getBytes(StandardCharsets.UTF_8)).hasSize(63);
        assertThat(value).startsWith("ü".repeat(15) + "#");
    }

    @Test
    void whereOnlyTheIdFitsItIsAUuid() {
        OwnerValue value = OwnerValue.after("node-7", 36);
        assertThat(value.of(ID)).isEqualTo("01234567-89ab-cdef-0123-456789abcdef");
        assertThat(value.requestId(value.of(ID))).isEqualTo(ID);
    }

    @Test
    void aValueThatTheCallerChoseStandsAsItIs() {
        assertThat(OwnerValue.AS_IT_IS.of(ID)).isEqualTo(ID);
        assertThat(OwnerValue.AS_IT_IS.of("server-" + ID)).isEqualTo("server-" + ID);
    }
}
