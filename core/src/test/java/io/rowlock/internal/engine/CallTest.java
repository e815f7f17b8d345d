package io.rowlock.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.spi.StoreException;
import io.rowlock.spi.StoreException.Kind;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CallTest {
    private final Call<String> call = new Call<>("try", Duration.ofMillis(5), store -> "done", 0);

    @Test
    void whatWasWithdrawnIsNeverSent() {
        assertThat(call.withdraw()).isTrue();
        assertThat(call.take()).isFalse();
    }

    @Test
    void whatWasTakenCannotBeWithdrawn() {
        assertThat(call.take()).isTrue();
        assertThat(call.withdraw()).isFalse();
        assertThat(call.take()).isFalse();
    }

    @Test
    void anOverdueCallThatNobodyTookWasSurelyNotSent() {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(call::await)
                .returns(Kind.UNREACHABLE, StoreException::kind)
                .withMessageContaining("nothing was sent");
        assertThat(call.take()).isFalse();
    }

    @Test
    void theOutcomeOfAnOverdueCallThatWasTakenIsUnknown() {
        call.take();
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(call::await)
                .returns(Kind.UNKNOWN, StoreException::kind);
    }
}
