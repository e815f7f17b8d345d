package io.rowlock.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Database;
import io.rowlock.Hold;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.source.GatedDataSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * Statements that the database itself rejects for a passing reason, as it does with a lock timeout while DDL has the table
 * locked: first those that several requests share, then those of single requests. A lock that is granted after that stays
 * with its holder. S1, S2, S6.
 */
public interface RejectedStatementContract extends Contract {

    /** How many locks are asked for at once. */
    int LOCKS = 40;

    /** So many rejections show that a shared statement was rejected, and then some of its requests by themselves. */
    int ENOUGH = 24;

    /** The same where each rejection takes a second. */
    int ENOUGH_SLOW_ONES = 6;

    @Promise
    default void aLockThatIsGrantedAfterRejectionsStaysWithItsHolder(ContractFixture fixture) {
        fixture.useOwnTable();
        GatedDataSource impatient =
                new GatedDataSource(fixture.lent(connection -> TableLock.rejectSoon(connection, fixture.database())));
        Rowlock one = fixture.client(impatient, settings -> settings.callTimeout(Duration.ofSeconds(50)));
        Rowlock two = fixture.client();
        List<String> names = IntStream.range(0, LOCKS)
                .mapToObj(number -> fixture.name("job-" + number))
                .toList();
        names.forEach(name -> assertThat(one.lock(name).tryRun(() -> {})).isTrue());

        List<Hold> holds = acquiredDespiteRejections(fixture, impatient, one, names);

        // Nothing can be awaited here: within this time nothing may happen.
        fixture.crew().pause(Duration.ofMillis(300));
        assertThat(names.stream().filter(name -> two.lock(name).tryAcquire().isPresent()))
                .as("locks that a second client was granted while the first held them")
                .isEmpty();
        assertThat(holds).allMatch(Hold::isHeld).allMatch(Hold::check).allSatisfy(hold -> {
            assertThat(fixture.rows().number(hold.key().name(), "token")).isEqualTo(hold.token());
            hold.renew();
        });
        holds.forEach(Hold::close);
        assertThat(names).allMatch(name -> two.lock(name).tryRun(() -> {}));
    }

    private static List<Hold> acquiredDespiteRejections(
            ContractFixture fixture, GatedDataSource impatient, Rowlock client, List<String> names) {
        int enough = impatient.rejections().size() + (fixture.database() == Database.MYSQL ? ENOUGH_SLOW_ONES : ENOUGH);
        List<CompletableFuture<Hold>> asking;
        try (TableLock ddl = new TableLock(fixture.testDatabase(), fixture.table())) {
            asking = names.stream()
                    .map(name -> fixture.crew()
                            .async(() -> client.lock(name).tryAcquire().orElseThrow()))
                    .toList();
            fixture.await().until(() -> impatient.rejections().size() >= enough);
        }
        return asking.stream().map(CompletableFuture::join).toList();
    }
}
