package io.rowlock.engines.fault.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rowlock.Database;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockEvent.Lost;
import io.rowlock.LockEvent.Renewed;
import io.rowlock.LockStatus;
import io.rowlock.LockStoreException;
import io.rowlock.ResumedHold;
import io.rowlock.Rowlock;
import io.rowlock.engines.fault.fixture.Events;
import io.rowlock.engines.fault.fixture.FaultContract;
import io.rowlock.engines.fault.fixture.FaultFixture;
import io.rowlock.engines.server.Stop;
import io.rowlock.engines.xa.XaBranch;
import io.rowlock.engines.xa.XaSource;
import io.rowlock.testkit.source.SmallPool;
import io.rowlock.testkit.sql.PlainSql;
import io.rowlock.testkit.sql.SqlBranch;
import io.rowlock.testkit.sql.TwoPhaseTransaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import javax.sql.XADataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Servers that restart, crash, freeze, and throw their clients out: S3 and the durability of a grant, L2, L3, L6. These
 * tests need the server to themselves.
 */
public interface OutageContract extends FaultContract {

    /** Longer than any server takes to come back, on a busy machine too. */
    Duration OUTLASTING = Duration.ofMinutes(1);

    /** Whether the database is known to keep what it has committed when it is killed. */
    default boolean keepsCommitsWhenKilled() {
        return true;
    }

    @ParameterizedTest
    @EnumSource
    default void aHoldAndAWaiterOutlastARestartThatIsShorterThanTheLease(Stop how, FaultFixture fixture)
            throws Exception {
        Events events = new Events();
        Rowlock client = fixture.client(engine().dataSource(), settings -> settings.listener(events));
        Rowlock other = fixture.client();
        Hold hold = client.lock(fixture.lock(OUTLASTING)).acquire();
        LockStatus before = fixture.status();
        CompletableFuture<Hold> waiter =
                fixture.async(() -> other.lock(fixture.lock(OUTLASTING)).acquire());

        engine().restart(how);
        assertThat(hold.isHeld()).isTrue();
        assumeTrue(
                how != Stop.KILL || keepsCommitsWhenKilled() || hold.check(),
                "the database lost what it had committed");
        assertThat(hold.check())
                .as("durable, before %s, after %s", before, fixture.status())
                .isTrue();
        hold.renew();
        assertThat(fixture.status().until()).isAfter(before.until());
        assertThat(fixture.status().grants()).isEqualTo(before.grants());
        awaitAutomaticRenewal(client, fixture, events);

        assertThat(events.all(Lost.class)).isEmpty();
        assertThat(waiter).isNotDone();
        hold.close();
        try (Hold next = waiter.get(FaultFixture.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            assertThat(next.token()).isGreaterThan(hold.token());
        }
    }

    /** A hold of its own, whose turn comes soon. */
    private static void awaitAutomaticRenewal(Rowlock client, FaultFixture fixture, Events events) {
        LockDefinition soon = LockDefinition.of(fixture.name() + "-soon").withLease(Duration.ofSeconds(3));
        try (Hold renewed = client.lock(soon).acquire()) {
            fixture.await("an automatic renewal")
                    .until(() ->
                            events.all(Renewed.class).stream().anyMatch(event -> event.token() == renewed.token()));
        }
    }

    /** A prepared transaction outlives the server, and so must its guard. */
    @Test
    default void aPreparedGuardOutlastsACrash(FaultFixture fixture) throws Exception {
        Database database = Database.valueOf(engine().jdbcUrl().split(":", 3)[1].toUpperCase(Locale.ROOT));
        assertAPreparedGuardOutlastsACrash(
                fixture, () -> new SqlBranch(engine().dataSource(), database, fixture.name()));
    }

    /** The same for a branch that the driver begins, ends and recovers. */
    @Test
    default void aPreparedGuardOfADriversBranchOutlastsACrash(FaultFixture fixture) throws Exception {
        XADataSource source = XaSource.of(engine(), engine().jdbcUrl());
        assertAPreparedGuardOutlastsACrash(fixture, () -> new XaBranch(source));
    }

    private void assertAPreparedGuardOutlastsACrash(FaultFixture fixture, Callable<TwoPhaseTransaction> begin)
            throws Exception {
        PlainSql sql = new PlainSql(engine().dataSource());
        Rowlock client = fixture.client();
        Rowlock other = fixture.client();
        ResumedHold expired = client.resume(
                client.lock(fixture.lock(LockDefinition.MIN_LEASE)).acquire().detach());
        sql.run("UPDATE " + fixture.table() + " SET expires_us = 1 WHERE name = ?", fixture.name());
        sql.run("CREATE TABLE IF NOT EXISTS prepared_work (entry INT)");
        TwoPhaseTransaction work = begin.call();
        expired.guard(work.connection());
        try (Statement statement = work.connection().createStatement()) {
            statement.execute("INSERT INTO prepared_work VALUES (1)");
        }
        work.prepare();

        engine().restart(Stop.KILL);
        assumeTrue(keepsCommitsWhenKilled() || isInDoubt(sql), "the database lost what it had prepared");

        Optional<Hold> taken = other.lock(fixture.name()).tryAcquire();
        work.commitAfterRestart();
        taken.ifPresent(Hold::close);
        assertThat(taken).as("granted before the guarded commit").isEmpty();
        assertThat(other.lock(fixture.name()).tryAcquire()).hasValueSatisfying(Hold::close);
    }

    /** As H2 tells it. */
    private static boolean isInDoubt(PlainSql sql) throws SQLException {
        return sql.number("SELECT COUNT(*) FROM INFORMATION_SCHEMA.IN_DOUBT") > 0;
    }

    @Test
    default void aFreezeThatIsShorterThanTheLeaseIsSurvived(FaultFixture fixture) {
        Events events = new Events();
        Rowlock client = fixture.client(engine().dataSource(), settings -> settings.listener(events));
        Duration left = Duration.ofSeconds(2);
        try (Hold hold = client.lock(fixture.lock(Duration.ofSeconds(4))).acquire()) {
            frozen(() -> {
                fixture.await("the time for a renewal to pass")
                        .until(() -> hold.remaining().compareTo(left) < 0);
                assertThat(hold.isHeld()).isTrue();
            });

            int renewed = events.count(Renewed.class);
            fixture.await("a renewal")
                    .until(() -> events.count(Renewed.class) > renewed || events.count(Lost.class) > 0);
            assertThat(events.all(Lost.class)).isEmpty();
            assertThat(hold.isHeld()).isTrue();
            assertThat(hold.check()).isTrue();
        }
    }

    @Test
    default void aFreezeThatIsLongerThanTheLeaseEndsBeliefInTimeAndCallsAreBounded(FaultFixture fixture) {
        LockDefinition lock = fixture.lock(LockDefinition.MIN_LEASE);
        Rowlock client = impatient(fixture);
        Rowlock other = impatient(fixture);
        Hold hold = client.lock(lock).acquire();
        CompletableFuture<Long> lost = new CompletableFuture<>();
        hold.onLost(() -> lost.complete(System.nanoTime()));

        frozen(() -> {
            assertThatThrownBy(() -> other.lock(lock).tryAcquire()).isInstanceOf(LockStoreException.class);
            fixture.await("the end of belief").until(() -> !hold.isHeld());
            fixture.await("the loss").until(lost::isDone);
        });

        try (Hold next = other.lock(lock).acquire()) {
            assertThat(lost.join() - System.nanoTime()).isNegative();
            assertThat(next.token()).isGreaterThan(hold.token());
            assertThat(client.lock(lock).tryAcquire()).isEmpty();
            hold.close();
            assertThat(next.check()).isTrue();
        }
        try (Hold again = client.lock(lock).acquire()) {
            assertThat(again.check()).isTrue();
        }
    }

    @Test
    default void staleConnectionsInThePoolAreReplacedAndAHoldGoesOn(FaultFixture fixture) throws SQLException {
        SmallPool pool = fixture.open(new SmallPool(engine().dataSource(), 3, Duration.ofSeconds(5)));
        Events events = new Events();
        Rowlock client = fixture.client(pool, settings -> settings.listener(events));
        try (Hold hold = client.lock(fixture.lock(Duration.ofSeconds(4))).acquire()) {
            fill(pool);

            engine().killConnections();

            assertThat(client.lock(fixture.name() + "-other").tryAcquire()).hasValueSatisfying(other -> {
                assertThat(other.check()).isTrue();
                other.close();
            });
            int renewed = events.count(Renewed.class);
            fixture.await("a renewal")
                    .until(() -> events.count(Renewed.class) > renewed || events.count(Lost.class) > 0);
            assertThat(hold.check()).isTrue();
            assertThat(events.all(Lost.class)).isEmpty();
        }
    }

    /** Lets the pool open all its connections, and gives them back. */
    private static void fill(DataSource pool) throws SQLException {
        List<Connection> all = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            all.add(pool.getConnection());
        }
        for (Connection connection : all) {
            connection.close();
        }
    }

    private Rowlock impatient(FaultFixture fixture) {
        return fixture.client(engine().dataSource(), settings -> settings.callTimeout(FaultFixture.IMPATIENCE));
    }

    private void frozen(Runnable act) {
        engine().freeze();
        try {
            act.run();
        } finally {
            engine().thaw();
        }
    }
}
