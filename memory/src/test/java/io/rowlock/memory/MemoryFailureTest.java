package io.rowlock.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.groups.Tuple.tuple;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockOutcomeUnknownException;
import io.rowlock.LockStatus;
import io.rowlock.LockStoreException;
import io.rowlock.memory.MemoryRequest.Kind;
import io.rowlock.memory.MemoryRequest.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Failures of the database, as its clients and their users see them, on the stopped clock. */
@Timeout(60)
class MemoryFailureTest {
    private final MemoryRowlock memory = MemoryRowlock.stopped();

    @AfterEach
    void close() {
        memory.close();
    }

    @Test
    void anUnreachableDatabaseIsBrokenAndNotBusy() {
        DistributedLock lock = memory.client().lock("report");
        memory.unreachable();

        assertThatExceptionOfType(LockStoreException.class)
                .isThrownBy(lock::tryAcquire)
                .withMessageContaining("unreachable");
        assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> lock.acquire(Duration.ofSeconds(30)));

        memory.heal();
        assertThat(lock.tryAcquire()).isPresent();
    }

    @Test
    void aHolderThatIsCutOffLosesItsLockAndOthersGoOn() {
        Hold cutOff = memory.client().lock("report").acquire();
        Hold other = memory.client("node-2").lock("other").acquire();
        memory.node(MemoryRowlock.FIRST_NODE).fail(MemoryFailure.UNREACHABLE);

        memory.advance(Duration.ofSeconds(31));

        assertThat(cutOff.isHeld()).isFalse();
        assertThat(other.isHeld()).isTrue();
        assertThat(memory.client("node-2").lock("report").tryAcquire()).isPresent();
    }

    @Test
    void anOutcomeThatStaysUnknownIsToldAsSuch() {
        Hold hold = memory.client().lock("report").acquire();
        for (MemoryFailure failure : List.of(MemoryFailure.REQUEST_LOST, MemoryFailure.ANSWER_LOST)) {
            memory.fail(failure);
            assertThatExceptionOfType(LockOutcomeUnknownException.class).isThrownBy(hold::renew);
            assertThatExceptionOfType(LockOutcomeUnknownException.class)
                    .isThrownBy(() -> memory.client().lock("other").tryAcquire());
            memory.heal();
            assertThat(hold.check()).isTrue();
        }
    }

    @Test
    void anAnswerThatIsLostOnceIsAskedForAgain() {
        memory.fail(MemoryFailure.ANSWER_LOST, 1);
        try (Hold hold = memory.client().lock("report").acquire()) {
            assertThat(hold.check()).isTrue();
        }
        assertThat(memory.requests("report"))
                .extracting(MemoryRequest::kind, MemoryRequest::outcome)
                .startsWith(tuple(Kind.ACQUIRE, Outcome.FAILED), tuple(Kind.ACQUIRE, Outcome.GRANTED));
    }

    @Test
    void aPassingFailureIsNotSeenByCallers() {
        memory.fail(MemoryFailure.TRANSIENT, 3);
        assertThat(memory.client().lock("report").tryAcquire()).isPresent();
    }

    @Test
    void aRejectedRequestFailsAtOnce() {
        Instant start = memory.now();
        memory.fail(MemoryFailure.REJECTED);
        assertThatExceptionOfType(LockStoreException.class)
                .isThrownBy(() -> memory.client().lock("report").acquire(Duration.ofMinutes(1)))
                .withMessageContaining("reject");
        assertThat(memory.now()).isEqualTo(start);
    }

    @Test
    void closingABrokenDatabaseEnds() {
        memory.client().lock("report").acquire();
        memory.unreachable();
        memory.client().close();
        assertThat(memory.status("report"))
                .hasValueSatisfying(status -> assertThat(status.state()).isEqualTo(LockStatus.State.HELD));
    }
}
