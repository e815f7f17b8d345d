package io.rowlock.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.rowlock.Hold;
import io.rowlock.LockEvent;
import io.rowlock.LockSetupException;
import io.rowlock.LockStatus;
import io.rowlock.Rowlock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nodes, their clients and data sources, and the list of requests, on the stopped clock. */
@Timeout(60)
class MemoryRowlockTest {
    private final MemoryRowlock memory = MemoryRowlock.stopped();

    @AfterEach
    void close() {
        memory.close();
    }

    @Test
    void clientsOfDifferentNodesExcludeEachOther() {
        try (Hold hold = memory.client().lock("report").acquire()) {
            assertThat(memory.client("node-2").lock("report").tryAcquire()).isEmpty();
            assertThat(hold.check()).isTrue();
        }
        assertThat(memory.client("node-2").lock("report").tryAcquire()).isPresent();
    }

    @Test
    void aNodeKeepsItsClientUntilThatIsClosed() {
        Rowlock client = memory.client();
        assertThat(memory.client()).isSameAs(client);
        assertThat(memory.client("node-2")).isNotSameAs(client);
        client.close();
        assertThat(memory.client()).isNotSameAs(client);
        assertThat(memory.client().lock("a").tryAcquire()).isPresent();
    }

    @Test
    void codeThatBuildsItsClientItselfIsGivenTheDataSource() {
        List<LockEvent> events = new CopyOnWriteArrayList<>();
        try (Rowlock built = Rowlock.builder(memory.dataSource())
                .owner("the night shift")
                .listener(events::add)
                .build()) {
            built.lock("report").acquire();
            assertThat(memory.status("report"))
                    .hasValueSatisfying(status -> assertThat(status)
                            .returns(LockStatus.State.HELD, LockStatus::state)
                            .returns("the night shift", LockStatus::owner));
            assertThat(memory.client("node-2").lock("report").tryAcquire()).isEmpty();
        }
        assertThat(events).hasAtLeastOneElementOfType(LockEvent.Released.class);
    }

    @Test
    void clientsOfDifferentTablesNeverMeet() {
        try (Rowlock other =
                Rowlock.builder(memory.dataSource()).table("others").build()) {
            assertThat(other.lock("report").tryAcquire()).isPresent();
            assertThat(memory.client().lock("report").tryAcquire()).isPresent();
        }
    }

    @Test
    void theDataSourceHasNoConnectionsAndSaysWhatToDo() {
        assertThatExceptionOfType(java.sql.SQLException.class)
                .isThrownBy(() -> memory.dataSource().getConnection())
                .withMessageContaining("Rowlock.builder()")
                .withMessageContaining("wrapper");
    }

    @Test
    void locksCannotBeTiedToConnections() {
        assertThatExceptionOfType(LockSetupException.class)
                .isThrownBy(() ->
                        Rowlock.builder(memory.dataSource()).connectionBound().build())
                .withMessageContaining("connectionBound");
    }

    @Test
    void requestsAreListed() {
        memory.client()
                .lock("report")
                .run(() -> assertThat(memory.client("node-2").lock("report").tryAcquire())
                        .isEmpty());

        assertThat(memory.requests("report"))
                .extracting(MemoryRequest::toString)
                .containsExactly(
                        "ACQUIRE report by node-1: GRANTED",
                        "ACQUIRE report by node-2: BUSY",
                        "RELEASE report by node-1: DONE");
        assertThat(memory.requests("other")).isEmpty();
        memory.clearRequests();
        assertThat(memory.requests()).isEmpty();
    }

    @Test
    void senselessInputIsRejected() {
        assertThatIllegalArgumentException().isThrownBy(() -> memory.advance(Duration.ofSeconds(-1)));
        assertThatIllegalArgumentException().isThrownBy(() -> memory.stall(Duration.ofSeconds(-1)));
        assertThatIllegalArgumentException().isThrownBy(() -> memory.fail(MemoryFailure.REJECTED, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> memory.holdElsewhere(" "));
    }
}
