package io.rowlock.engines.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.Finding;
import io.rowlock.Finding.Severity;
import io.rowlock.Hold;
import io.rowlock.LockAdmin;
import io.rowlock.LockDefinition;
import io.rowlock.LockSetupException;
import io.rowlock.LockStatus;
import io.rowlock.Rowlock;
import io.rowlock.engines.server.Engine;
import io.rowlock.testkit.fixture.Privilege;
import io.rowlock.testkit.source.CountingDataSource;
import io.rowlock.testkit.source.SmallPool;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * The findings on every engine: nothing on a healthy one, and each thing that puts a promise at risk, with
 * what to do about it. The findings of a single engine are in its leaf.
 */
public interface DoctorContract {

    /** The engine under test. */
    Engine engine();

    @Test
    default void aHealthyEngineHasNoFindings() throws SQLException {
        try (Patient patient = new Patient(engine());
                Rowlock client = patient.client()) {
            assertThat(client.admin().diagnose()).isEmpty();
        }
    }

    @Test
    default void aUserWithFewRightsIsExaminedInSilence() throws SQLException {
        try (Patient patient = new Patient(engine())) {
            patient.client().close();
            var modest = engine().restricted(Privilege.SELECT, Privilege.INSERT, Privilege.UPDATE);
            try (Rowlock client = patient.client(modest)) {
                assertThat(client.admin().diagnose()).isEmpty();
            }
        }
    }

    @Test
    default void aClockThatWasSetBackIsFound() throws SQLException {
        try (Patient patient = new Patient(engine());
                Rowlock client = patient.client()) {
            client.lock("used").acquire().close();
            patient.run("UPDATE {table} SET acquired_us = acquired_us + 100000000 WHERE name = 'used'");

            assertThat(client.admin().diagnose())
                    .singleElement()
                    .satisfies(finding -> assertAdvises(finding, Severity.WARNING, "L1", "clock was set back"));
        }
    }

    @Test
    default void twoConnectionsAreEnoughAndTheProbeIsLeftFree() throws SQLException {
        CountingDataSource counting = new CountingDataSource(engine().dataSource());
        try (Patient patient = new Patient(engine());
                Rowlock client = patient.client(counting)) {
            client.admin().diagnose();

            assertThat(counting.peak()).isEqualTo(2);
            assertThat(client.admin().find(LockAdmin.PROBE_LOCK))
                    .hasValueSatisfying(probe -> assertThat(probe.state()).isEqualTo(LockStatus.State.FREE));
            assertThat(client.admin().locks()).isEmpty();
        }
    }

    @Test
    default void aPoolOfOneConnectionIsDiagnosedToo() throws SQLException {
        try (Patient patient = new Patient(engine());
                SmallPool pool = new SmallPool(engine().dataSource(), 1, Duration.ofSeconds(2));
                Rowlock client = patient.client(pool)) {
            assertThat(client.admin().diagnose()).isEmpty();
        }
    }

    @Test
    default void holdsAreRenewedDuringADiagnosis() throws SQLException {
        try (Patient patient = new Patient(engine());
                Rowlock client = patient.client();
                Hold hold = client.lock(LockDefinition.of("busy").withLease(Duration.ofSeconds(2)))
                        .acquire()) {
            client.admin().diagnose();
            assertThat(hold.isHeld()).isTrue();
        }
    }

    @Test
    default void aTriggerOnTheTableIsFound() throws SQLException {
        try (Patient patient = new Patient(engine());
                Rowlock client = patient.client()) {
            patient.addTrigger();

            assertThat(client.admin().diagnose())
                    .singleElement()
                    .satisfies(finding -> assertAdvises(finding, Severity.WARNING, "S1", patient.table() + "_meddler"));
            patient.client().close();
        }
    }

    @Test
    default void aViewInPlaceOfTheTableIsRejected() throws SQLException {
        try (Patient patient = new Patient(engine())) {
            patient.client().close();
            patient.hideBehindView();

            assertThatExceptionOfType(LockSetupException.class)
                    .isThrownBy(patient::client)
                    .withMessageContaining(patient.table())
                    .withMessageContainingAll("view", "LockSchema");
        }
    }

    @Test
    default void aTableSpoiltAfterTheStartIsFound() throws SQLException {
        try (Patient patient = new Patient(engine());
                Rowlock client = patient.client()) {
            patient.compareNamesLoosely();
            assertThat(client.admin().diagnose())
                    .singleElement()
                    .satisfies(finding -> assertAdvises(finding, Severity.IMPOSSIBLE, "S9", "byte for byte"));

            assertThatExceptionOfType(LockSetupException.class)
                    .isThrownBy(patient::client)
                    .withMessageContaining("byte for byte");
        }
    }

    /** A finding names the promise at risk, the fault and the remedy, and no secret. */
    static void assertAdvises(Finding finding, Severity severity, String promise, String hint) {
        assertThat(finding.severity()).isEqualTo(severity);
        assertThat(finding.promises()).contains(promise);
        assertThat(finding.problem()).containsIgnoringCase(hint);
        assertThat(finding.remedy()).isNotBlank();
        assertThat(finding.toString())
                .contains(finding.problem(), finding.remedy())
                .doesNotContain("password", "\n");
    }
}
