package io.rowlock.testkit.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.ResumedHold;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.source.LateStatementDataSource;
import java.sql.SQLException;
import java.time.Duration;

/**
 * An acquire whose first statement got no answer is repeated and granted; the first statement reaches the database when that
 * hold has ended and others have had the lock. It makes a grant that nobody was told of, which must not last. An extension of a
 * ticket can be late in the same way. S8, L4.
 */
public interface LateStatementContract extends Contract {

    /** Longer than any test waits. */
    Duration LEASE = Duration.ofMinutes(10);

    @Promise
    default void aGrantOfAStatementThatArrivesAfterTheReleaseDoesNotLast(ContractFixture fixture) throws SQLException {
        LateStatementDataSource network = new LateStatementDataSource(fixture.source());
        Rowlock one = fixture.client(network, settings -> settings.callTimeout(Duration.ofSeconds(30)));
        Rowlock two = fixture.client();
        LockDefinition lock = LockDefinition.of(fixture.name("late")).withLease(LEASE);
        assertThat(one.lock(lock).tryRun(() -> {})).isTrue();

        network.holdUpNext();
        Hold hold = one.lock(lock).acquire();
        assertThat(network.isUnderWay()).isTrue();
        hold.close();
        assertThat(two.lock(lock).tryRun(() -> {})).isTrue();
        long grants = fixture.rows().number(lock.name(), "grants");
        network.deliver();

        assertThat(fixture.rows().number(lock.name(), "grants"))
                .as("grants, with that of the statement that was late")
                .isEqualTo(grants + 1);
        fixture.await().until(() -> two.lock(lock).tryRun(() -> {}));
    }

    /** The releases that look out for a late statement stop at nothing but the holder. */
    @Promise
    default void aHoldWhoseFirstStatementArrivesWhileItIsHeldStays(ContractFixture fixture) throws SQLException {
        LateStatementDataSource network = new LateStatementDataSource(fixture.source());
        Rowlock one = fixture.client(network);
        LockDefinition lock = LockDefinition.of(fixture.name("late")).withLease(LEASE);
        assertThat(one.lock(lock).tryRun(() -> {})).isTrue();

        network.holdUpNext();
        try (Hold hold = one.lock(lock).acquire()) {
            network.deliver();
            // Nothing can be awaited here: within this time nothing may happen.
            fixture.crew().pause(Duration.ofMillis(300));
            assertThat(hold.check()).isTrue();
            assertThat(fixture.client().lock(lock).tryAcquire()).isEmpty();
        }
        assertThat(fixture.client().lock(lock).tryRun(() -> {})).isTrue();
    }

    /** Its caller was answered by a repeat, and has asked for longer since. */
    @Promise
    default void anExtensionThatArrivesAfterALongerOneMovesNothingBack(ContractFixture fixture) throws SQLException {
        LateStatementDataSource network = new LateStatementDataSource(fixture.source());
        Rowlock client = fixture.client(network, settings -> settings.callTimeout(Duration.ofSeconds(30)));
        String name = fixture.name("extended");
        ResumedHold resumed = client.resume(client.lock(name).acquire().detach());
        network.holdUpNext();
        resumed.extend(Duration.ofSeconds(10));
        assertThat(network.isUnderWay()).isTrue();
        resumed.extend(Duration.ofHours(1));
        long expires = fixture.rows().number(name, "expires_us");
        long grace = fixture.rows().number(name, "grace_us");
        long renewals = fixture.rows().number(name, "renewals");

        network.deliver();

        assertThat(fixture.rows().number(name, "renewals")).isEqualTo(renewals + 1);
        assertThat(fixture.rows().number(name, "expires_us")).isEqualTo(expires);
        assertThat(fixture.rows().number(name, "grace_us")).isEqualTo(grace);
        assertThat(resumed.release()).isTrue();
    }
}
