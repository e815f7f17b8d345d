package io.rowlock.testkit.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockInterruptedException;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.source.HeldBackDataSource;
import io.rowlock.testkit.sql.Transaction;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;

/** Local hand-offs while a transaction guards the lock, or their statement is slow to be answered. */
public interface LocalHandOffStatementContract extends Contract {

    /** S5, for a hold that is closed before the transaction that it guards has ended. */
    @Promise
    default void anOpenGuardIsNotPassedBy(ContractFixture fixture) throws SQLException {
        Rowlock client = fixture.client();
        LockDefinition definition = LocalHandOffContract.passed(fixture, 10);
        Hold first = client.lock(definition).acquire();
        CompletableFuture<Hold> next =
                LocalHandOffContract.waiting(fixture, client, definition, 1).get(0);

        int before = fixture.handOffs();
        try (Transaction work = Transaction.on(fixture.source())) {
            first.guard(work.connection());
            first.close();

            assertThat(fixture.handOffs() - before).as("tried").isOne();
            assertThat(fixture.rows().number(definition.name(), "token")).isEqualTo(first.token());
            assertThat(next).isNotDone();
            work.commit();
        }
        Hold second = LocalHandOffContract.got(next);
        assertThat(second.token()).isGreaterThan(first.token());
        second.close();
    }

    @Promise
    default void aPassIsGivenBackWhenTheFutureWasCancelledMeanwhile(ContractFixture fixture) {
        HeldBackDataSource slow = new HeldBackDataSource(fixture.source(), ContractFixture.HAND_OFF);
        Rowlock client = fixture.client(slow);
        LockDefinition definition = LocalHandOffContract.passed(fixture, 10);
        Hold first = client.lock(definition).acquire();
        CompletableFuture<Hold> next =
                LocalHandOffContract.waiting(fixture, client, definition, 1).get(0);
        slow.holdBack();
        CompletableFuture<Boolean> closed = fixture.crew().async(() -> ContractFixture.closed(first));
        fixture.await().until(slow::isDone);
        assertThat(fixture.rows().number(definition.name(), "token")).isGreaterThan(first.token());

        assertThat(next.cancel(true)).isTrue();
        slow.letGo();

        assertThat(closed).succeedsWithin(LocalHandOffContract.LONG);
        fixture.client().lock(definition).acquire().close();
    }

    @Promise
    default void aPassIsGivenBackWhenTheThreadWasInterruptedMeanwhile(ContractFixture fixture) {
        HeldBackDataSource slow = new HeldBackDataSource(fixture.source(), ContractFixture.HAND_OFF);
        Rowlock client = fixture.client(slow);
        LockDefinition definition = LocalHandOffContract.passed(fixture, 10);
        Hold first = client.lock(definition).acquire();
        CompletableFuture<Boolean> told = new CompletableFuture<>();
        Thread waiter = fixture.crew().thread(() -> told.complete(isInterruptedWhileAcquiring(client, definition)));
        fixture.awaitWaiters(client, definition.name(), 1);
        slow.holdBack();
        CompletableFuture<Boolean> closed = fixture.crew().async(() -> ContractFixture.closed(first));
        fixture.await().until(slow::isDone);

        waiter.interrupt();
        assertThat(told).as("interrupted, though the answer is held back").succeedsWithin(LocalHandOffContract.LONG);
        assertThat(told.join()).isTrue();
        slow.letGo();

        assertThat(closed).succeedsWithin(LocalHandOffContract.LONG);
        fixture.client().lock(definition).acquire().close();
    }

    private static boolean isInterruptedWhileAcquiring(Rowlock client, LockDefinition definition) {
        try (Hold hold = client.lock(definition).acquire()) {
            return !hold.isHeld();
        } catch (LockInterruptedException interrupted) {
            return true;
        }
    }
}
