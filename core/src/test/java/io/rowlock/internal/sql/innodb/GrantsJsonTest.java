package io.rowlock.internal.sql.innodb;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.LockKey;
import io.rowlock.internal.store.Grant;
import java.util.List;
import org.junit.jupiter.api.Test;

class GrantsJsonTest {

    @Test
    void eachGrantIsAnObjectOfTheListWithItsNameInHexadecimal() {
        assertThat(GrantsJson.of(
                        List.of(new Grant(LockKey.of("a"), 7, "r1"), new Grant(new LockKey("é\"\\", 2), 8, "r2"))))
                .isEqualTo("[{\"n\":\"61\",\"s\":0,\"t\":7,\"r\":\"r1\"},"
                        + "{\"n\":\"c3a9225c\",\"s\":2,\"t\":8,\"r\":\"r2\"}]");
    }

    @Test
    void noGrantsAreAnEmptyList() {
        assertThat(GrantsJson.of(List.of())).isEqualTo("[]");
    }
}
