package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LockTicketTest {
    private static final String SECRET = "0123456789abcdef0123456789abcdef";

    @ParameterizedTest
    @ValueSource(strings = {"a", "Order:7", "注文 🛶", "a.b?c&d=e/f+g"})
    void aTicketSurvivesItsJourney(String name) {
        LockTicket ticket = LockTicket.of(new LockKey(name, 3), 1_794_736_131_427_361L, SECRET);
        assertThat(ticket.encoded()).matches("[A-Za-z0-9._-]+");
        assertThat(LockTicket.parse(ticket.encoded())).isEqualTo(ticket);
    }

    @Test
    void ticketsAreEqualIfLockTokenAndSecretAre() {
        LockTicket ticket = LockTicket.of(LockKey.of("a"), 7, SECRET);
        assertThat(LockTicket.of(LockKey.of("a"), 7, SECRET)).isEqualTo(ticket).hasSameHashCodeAs(ticket);
        assertThat(ticket)
                .isNotEqualTo(LockTicket.of(LockKey.of("b"), 7, SECRET))
                .isNotEqualTo(LockTicket.of(LockKey.of("a"), 8, SECRET))
                .isNotEqualTo(LockTicket.of(LockKey.of("a"), 7, "f" + SECRET.substring(1)));
    }

    @Test
    void aTicketIsShownWithoutItsSecret() {
        assertThat(LockTicket.of(LockKey.of("a"), 7, SECRET).toString())
                .isEqualTo("LockTicket[a, token 7]")
                .doesNotContain(SECRET);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "rl1",
                "rl2.0.7." + SECRET + ".YQ",
                "rl1.-1.7." + SECRET + ".YQ",
                "rl1.0.7.0123." + "YQ",
                "rl1.0.7." + SECRET + ".",
                "rl1.0.7." + SECRET + ".YQ==",
                "rl1.0.7." + SECRET + ".A",
                "rl1.0.7." + SECRET + ".Cg",
                "rl1.0.7." + SECRET + ".YQ\n"
            })
    void aTicketThatIsNotWholeIsRejected(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> LockTicket.parse(text));
    }

    @Test
    void aRejectionDoesNotRepeatTheSecret() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LockTicket.parse("rl9.0.7." + SECRET + ".YQ"))
                .withMessageNotContaining(SECRET);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LockTicket.of(LockKey.of("a"), 7, SECRET.toUpperCase(java.util.Locale.ROOT)))
                .withMessageNotContaining("ABCDEF");
    }
}
