package io.rowlock.testkit.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.HeavyPromise;
import io.rowlock.testkit.guard.GuardRaces.Outcome;
import java.sql.SQLException;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** S5 under fire: stale holders race with takers, and no stale one commits; and the same check catches a guard that only looks. */
public interface GuardRaceContract extends Contract {

    /** How many races the build runs; {@code -Drowlock.guard.races} for others. */
    int RACES = Integer.getInteger("rowlock.guard.races", 1_000);

    /** How many races the long run has, in ten parts; {@code -Drowlock.guard.long.races} for others. */
    int LONG_RACES = Integer.getInteger("rowlock.guard.long.races", 100_000);

    /** How many races go between two looks at what a weak guard did. */
    int PORTION = 200;

    @HeavyPromise
    default void noStaleHolderCommitsAfterALaterGrant(ContractFixture fixture) throws SQLException {
        assertNoneStale(fixture, RACES);
    }

    @Tag("long")
    @RepeatedTest(10)
    @Execution(ExecutionMode.SAME_THREAD)
    @ResourceLock(HeavyPromise.MACHINE)
    default void noStaleHolderCommitsAfterALaterGrantInALongRun(ContractFixture fixture) throws SQLException {
        assertNoneStale(fixture, LONG_RACES / 10);
    }

    /** Shows that the check can fail; in portions, because one stale commit is enough. */
    @HeavyPromise
    default void aGuardThatOnlyLooksIsCaughtByTheSameRaces(ContractFixture fixture) throws SQLException {
        int stale = 0;
        for (int races = 0; stale == 0 && races < RACES; races += PORTION) {
            stale = GuardRaces.run(fixture, Guarding.LOOKED, PORTION).stale().size();
        }
        assertThat(stale).as("stale commits").isPositive();
    }

    private static void assertNoneStale(ContractFixture fixture, int races) throws SQLException {
        Outcome outcome = GuardRaces.run(fixture, Guarding.LOCKED, races);
        System.out.printf("%s: %d races: %s%n", fixture.testDatabase().name(), races, outcome);
        assertThat(outcome.stale()).isEmpty();
        assertThat(outcome.committed()).as("committed, %s", outcome).isPositive();
        assertThat(outcome.rejected()).as("rejected, %s", outcome).isPositive();
        assertThat(outcome.takeovers()).as("takeovers, %s", outcome).isPositive();
    }
}
