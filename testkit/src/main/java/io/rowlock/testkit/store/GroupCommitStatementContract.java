package io.rowlock.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Database;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockEvent;
import io.rowlock.LockStoreException;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.fixture.StalledClient;
import io.rowlock.testkit.source.GatedDataSource;
import io.rowlock.testkit.source.HeldBackDataSource;
import io.rowlock.testkit.sql.LockTable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** Group commit where it depends on what the database does with a statement that serves many calls. */
public interface GroupCommitStatementContract extends Contract {

    @Promise
    default void aClaimThatTheDatabaseRejectsFailsAlone(ContractFixture fixture) {
        fixture.useOwnTable();
        StalledClient stalled = new StalledClient(fixture);
        stalled.through(
                GroupCommitContract.CALLS,
                number -> () -> ContractFixture.closed(
                        stalled.client().lock(stalled.name(number)).acquire()));
        stalled.client().close();
        fixture.run(
                List.of("ALTER TABLE " + fixture.table() + " ADD CONSTRAINT no_villains CHECK (owner <> 'villain')"));
        StalledClient again = new StalledClient(fixture);

        List<String> answers = again.through(GroupCommitContract.CALLS, number -> () -> {
            LockDefinition definition = LockDefinition.of(stalled.name(number));
            try {
                return again.client()
                        .lock(number == 7 ? definition.withOwner("villain") : definition)
                        .tryAcquire()
                        .map(Hold::isHeld)
                        .toString();
            } catch (LockStoreException rejected) {
                return "rejected";
            }
        });

        assertThat(answers.get(7)).isEqualTo("rejected");
        answers.remove(7);
        assertThat(answers).containsOnly("Optional[true]");
    }

    /** Where the answer does not say which of them were released, the rows are asked; others may have acquired and released it by then. */
    @Promise
    default void aReleaseIsNotTakenForALossBecauseOthersHaveHadTheLockSince(ContractFixture fixture) {
        List<LockEvent> events = new CopyOnWriteArrayList<>();
        HeldBackDataSource slow = new HeldBackDataSource(fixture.source(), "released_request");
        Rowlock client = fixture.client(slow, settings -> settings.listener(events::add));
        Hold quick = client.lock(fixture.name("quick")).acquire();
        Hold locked = client.lock(fixture.name("locked")).acquire();
        Rowlock other = fixture.client();

        CompletableFuture<Void> closing;
        try (LockTable.RowLock open = fixture.rows().lockRow(locked.key().name())) {
            slow.holdBack();
            closing = CompletableFuture.runAsync(client::close);
            fixture.await().until(slow::isDone);
            other.lock(quick.key().name()).acquire().close();
            slow.letGo();
            assertThat(open.isOpen()).isTrue();
        }
        fixture.await().until(closing::isDone);

        assertThat(events).noneMatch(LockEvent.Lost.class::isInstance);
        assertThat(events.stream().filter(LockEvent.Released.class::isInstance).map(LockEvent.Released.class::cast))
                .anyMatch(released -> released.token() == quick.token());
    }

    /**
     * Two clients, each with batches of the same locks, in opposite orders: rows that are there, and rows that are yet to be
     * made, for which even those who skip what is locked must wait for one another.
     */
    @Promise
    default void overlappingBatchesInOppositeOrdersNeverDeadlock(ContractFixture fixture) {
        List<GatedDataSource> gates = List.of(fixture.gated(), fixture.gated());
        List<Rowlock> clients = gates.stream().map(fixture::client).toList();
        for (int round = 0; round < 15; round++) {
            String name = fixture.name("crossing" + round / 3);
            List<Integer> order = new ArrayList<>(
                    IntStream.range(0, GroupCommitContract.CALLS / 2).boxed().toList());
            Collections.shuffle(order, ThreadLocalRandom.current());
            fixture.crew().together(GroupCommitContract.CALLS, number -> {
                int place = number / 2;
                int lock = number % 2 == 0 ? order.get(place) : order.get(order.size() - 1 - place);
                clients.get(number % 2).lock(name + "-" + lock).tryRun(() -> {});
            });
        }
        assertThat(gates.stream().flatMap(gate -> gate.rejections().stream()))
                .as("errors of the database")
                .noneMatch(rejection -> isDeadlock(rejection, fixture.database()));
    }

    /** A deadlock, or a lock whose wait timed out; on MariaDB not 1205, because its statements ask not to wait. */
    private static boolean isDeadlock(SQLException rejection, Database database) {
        boolean timedOut = rejection.getErrorCode() == 1205 && database != Database.MARIADB;
        return timedOut
                || rejection.getSQLState().startsWith("40")
                || rejection.getSQLState().startsWith("HYT");
    }
}
