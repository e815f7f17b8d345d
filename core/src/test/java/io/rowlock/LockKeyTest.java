package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LockKeyTest {

    @ParameterizedTest
    @ValueSource(strings = {"a", "daily-report", "Bestellung 7", "rapport é", "注文:42", "🛶", "it's \"quoted\" \\ ; --"})
    void plainTextOfAnyLanguageIsAName(String name) {
        assertThat(LockKey.of(name).name()).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " a",
                "a ",
                "\u00a0a",
                "a\u3000",
                "a\nb",
                "a\tb",
                "a\u0000b",
                "a\u0085b",
                "\ud83d",
                "a\udef6b"
            })
    void aNameThatSomeDatabaseCouldNotKeepIsRejected(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> LockKey.of(name)).withMessageContaining("lock name");
    }

    @Test
    void aNameIsCountedInCodePoints() {
        assertThat(LockKey.of("🛶".repeat(200)).name()).hasSize(400);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LockKey.of("x".repeat(201)))
                .withMessageContaining("has 201 characters; the lock table holds at most 200");
    }

    @Test
    void typeAndIdAreJoinedByAColon() {
        assertThat(LockKey.of("Order", "7:a")).isEqualTo(LockKey.of("Order:7:a"));
    }

    @Test
    void numbersAndUuidsAreIds() {
        UUID id = UUID.fromString("0F5A2B1C-0000-4000-8000-00000000AbCd");
        assertThat(LockKey.of("Order", 4711)).isEqualTo(LockKey.of("Order:4711"));
        assertThat(LockKey.of("Order", Long.MIN_VALUE)).isEqualTo(LockKey.of("Order:-9223372036854775808"));
        assertThat(LockKey.of("Order", id)).isEqualTo(LockKey.of("Order:0f5a2b1c-0000-4000-8000-00000000abcd"));
        assertThat(LockDefinition.of("Order", 4711)).isEqualTo(LockDefinition.of("Order", "4711"));
        assertThat(LockDefinition.of("Order", id)).isEqualTo(LockDefinition.of("Order", id.toString()));
    }

    @Test
    void aTypeHoldsNoColonSoThatTwoPairsNeverShareAName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LockKey.of("Order:7", "a"))
                .withMessageContaining("holds a colon");
    }

    @Test
    void slotsCountFromZero() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LockKey("a", -1))
                .withMessageContaining("slot -1");
    }

    @Test
    void keysAreOrderedByNameThenSlot() {
        assertThat(Stream.of(new LockKey("b", 0), new LockKey("a", 2), new LockKey("a", 1))
                        .sorted())
                .containsExactly(new LockKey("a", 1), new LockKey("a", 2), new LockKey("b", 0));
    }

    @Test
    void aKeyIsShownByItsNameAndItsSlotUnlessThatIsZero() {
        assertThat(LockKey.of("a")).hasToString("a");
        assertThat(new LockKey("a", 3)).hasToString("a#3");
    }

    @Test
    void charactersThatCouldReverseOrForgeALogLineAreShownEscaped() {
        assertThat(LockKey.of("a\u202eb\u2028c")).hasToString("a\\u202Eb\\u2028c");
    }
}
