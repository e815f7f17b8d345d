package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableNameTest {

    @Test
    void aNameMayCarryItsSchema() {
        TableName name = TableName.of("app.Rowlock_2");
        assertThat(name.schema()).contains("app");
        assertThat(name.table()).isEqualTo("Rowlock_2");
        assertThat(name).hasToString("app.Rowlock_2");
    }

    @Test
    void aNameWithoutASchemaHasNone() {
        assertThat(TableName.of("rowlock").schema()).isEmpty();
        assertThat(TableName.of("rowlock").table()).isEqualTo("rowlock");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "a.",
                ".a",
                "a.b.c",
                "1a",
                "a b",
                "a;drop table b",
                "a'b",
                "a\"b",
                "a`b",
                "a--",
                "ä",
                "a\n",
                "{now}"
            })
    void aNameThatIsNotSafeInSqlIsRejected(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> TableName.of(text));
    }

    @Test
    void aNameLongerThanSomeDatabaseAllowsIsRejected() {
        assertThat(TableName.of("x".repeat(63)).table()).hasSize(63);
        assertThatIllegalArgumentException().isThrownBy(() -> TableName.of("x".repeat(64)));
    }
}
