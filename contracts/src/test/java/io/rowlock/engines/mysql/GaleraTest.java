package io.rowlock.engines.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Finding;
import io.rowlock.Hold;
import io.rowlock.Rowlock;
import io.rowlock.engines.machine.Prerequisite;
import io.rowlock.engines.server.Engine;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.guard.GuardRaces;
import io.rowlock.testkit.guard.GuardRaces.Outcome;
import io.rowlock.testkit.guard.Guarding;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The promises that a cluster puts at risk, on a real one of three nodes: S1 and S5 between holders of different nodes. Runs
 * only where galera-4 is installed.
 */
@Tag("long")
class GaleraTest implements Contract {

    /** How many races; {@code -Drowlock.galera.races} for others. */
    private static final int RACES = Integer.getInteger("rowlock.galera.races", 5_000);

    private static final int ROUNDS = 100;

    private static final GaleraCluster CLUSTER = GaleraCluster.of(3);

    @BeforeAll
    static void needsGalera() {
        Prerequisite.require(GaleraCluster.availability());
    }

    /** Where the writers are. */
    @Override
    public Engine database() {
        return node(0);
    }

    private static GaleraNode node(int index) {
        return CLUSTER.nodes().get(index);
    }

    @Test
    void noStaleHolderCommitsAfterALaterGrantOnAnotherNode(ContractFixture fixture) throws SQLException {
        Outcome outcome = race(fixture, Guarding.LOCKED);
        assertThat(outcome.stale()).isEmpty();
        assertThat(outcome.committed()).as("committed, %s", outcome).isPositive();
        assertThat(outcome.rejected()).as("rejected, %s", outcome).isPositive();
        assertThat(outcome.takeovers()).as("takeovers, %s", outcome).isPositive();
    }

    /** Shows that the check can fail, and why the guard writes here. */
    @Test
    void aGuardThatOnlyLocksTheRowIsCaughtByTheSameRaces(ContractFixture fixture) throws SQLException {
        assertThat(race(fixture, Guarding.READ).stale()).isNotEmpty();
    }

    private static Outcome race(ContractFixture fixture, Guarding guarding) throws SQLException {
        GaleraEntries.createTable(fixture.sql());
        Outcome outcome = GuardRaces.run(
                fixture,
                node(1).dataSource(),
                name -> GaleraEntries.of(node(1).waitingDataSource(), name),
                guarding,
                RACES);
        System.out.printf("Galera, guard %s: %d races: %s%n", guarding, RACES, outcome);
        return outcome;
    }

    @Test
    void theGuardWritesItsRow(ContractFixture fixture) throws SQLException {
        try (Hold hold = fixture.client().lock(fixture.name("guarded")).acquire()) {
            hold.guarded(fixture.source(), connection -> true);
            assertThat(fixture.rows().number(hold.key().name(), "guards")).isPositive();
        }
    }

    @Test
    void ofClaimantsOnAllNodesOneAtATimeIsGranted(ContractFixture fixture) {
        String name = fixture.name("everywhere");
        AtomicInteger inside = new AtomicInteger();
        ConcurrentLinkedQueue<Long> tokens = new ConcurrentLinkedQueue<>();
        fixture.crew().together(3, index -> {
            Rowlock client = fixture.client(node(index).waitingDataSource());
            for (int round = 0; round < ROUNDS; round++) {
                try (Hold hold = client.lock(name).acquire()) {
                    assertThat(inside.incrementAndGet()).isOne();
                    tokens.add(hold.token());
                    inside.decrementAndGet();
                }
            }
        });
        assertThat(List.copyOf(tokens)).hasSize(3 * ROUNDS).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void theDoctorNamesTheCluster(ContractFixture fixture) {
        assertThat(fixture.client().admin().diagnose())
                .filteredOn(finding -> finding.problem().contains("Galera"))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(Finding.Severity.WARNING);
                    assertThat(finding.promises()).contains("S2");
                    assertThat(finding.remedy()).contains("wsrep_sync_wait");
                });
    }
}
