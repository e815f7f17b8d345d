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
    private final Request<String> request = new Request<>("try", Duration.ofMillis(5), store -> "done", 0);

    @Test
    void aWithdrawnRequestIsNeverSent() {
        assertThat(request.withdraw()).isTrue();
        assertThat(request.take()).isFalse();
    }

    @Test
    void aTakenRequestCannotBeWithdrawn() {
        assertThat(request.take()).isTrue();
        assertThat(request.withdraw()).isFalse();
        assertThat(request.take()).isFalse();
    }

    @Test
    void anOverdueRequestThatNoWorkerTookWasSurelyNotSent() {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(request::await)
                .returns(Kind.UNREACHABLE, StoreException::kind)
                .withMessageContaining("nothing was sent");
        assertThat(request.take()).isFalse();
    }

    @Test
    void anOverdueRequestThatWasTakenIsInDoubt() {
        request.take();
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(request::await)
                .returns(Kind.UNKNOWN, StoreException::kind);
    }

    /** The batch may have served it. */
    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"UNREACHABLE", "TRANSIENT", "UNKNOWN"})
    void aRequestThatFailsAloneAfterItsBatchIsInDoubt(Kind kind) {
        request.batchFailed();
        request.retryAlone().fail(new StoreException(kind, "no", null));

        assertThat(request.wasInFailedBatch()).isTrue();
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(request::await)
                .returns(Kind.UNKNOWN, StoreException::kind);
    }

    @Test
    void aRequestThatIsRejectedAloneAfterItsBatchIsRejected() {
        request.batchFailed();
        request.retryAlone().fail(new StoreException(Kind.REJECTED, "no", null));

        assertThat(request.wasInFailedBatch()).isTrue();
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(request::await)
                .returns(Kind.REJECTED, StoreException::kind);
    }

    /** A batch that could not be sent served nothing. */
    @Test
    void aFailureAfterABatchThatWasNotSentIsReportedUnchanged() {
        request.retryAlone().fail(new StoreException(Kind.UNREACHABLE, "no", null));

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(request::await)
                .returns(Kind.UNREACHABLE, StoreException::kind);
    }
}
