package io.rowlock.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.store.StoreException.Kind;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RequestTest {
    private final Request<String> call = new Request<>("try", Duration.ofMillis(5), store -> "done", 0);

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

    /** The batch may have served it. */
    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"UNREACHABLE", "TRANSIENT", "UNKNOWN"})
    void whatFailsByItselfAfterABatchMayHaveBeenDone(Kind kind) {
        call.refusedInABatch();
        call.byItself().fail(new StoreException(kind, "no", null));

        assertThat(call.wasResent()).isTrue();
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(call::await)
                .returns(Kind.UNKNOWN, StoreException::kind);
    }

    @Test
    void whatIsRefusedByItselfAfterABatchIsRefused() {
        call.refusedInABatch();
        call.byItself().fail(new StoreException(Kind.REJECTED, "no", null));

        assertThat(call.wasResent()).isTrue();
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(call::await)
                .returns(Kind.REJECTED, StoreException::kind);
    }

    /** A batch that could not be sent served nothing. */
    @Test
    void whatFailsByItselfAfterABatchThatWasNotSentIsToldAsItIs() {
        call.byItself().fail(new StoreException(Kind.UNREACHABLE, "no", null));

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(call::await)
                .returns(Kind.UNREACHABLE, StoreException::kind);
    }
}
