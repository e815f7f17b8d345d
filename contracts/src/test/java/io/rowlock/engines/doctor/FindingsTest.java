package io.rowlock.engines.doctor;

import io.rowlock.engines.server.DemotableEngine;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tests of findings, each with a lock table of its own on the engine. */
abstract class FindingsTest {
    private Patient patient;

    /** The engine under test. */
    public abstract DemotableEngine engine();

    @BeforeEach
    final void prepare() {
        patient = new Patient(engine());
    }

    @AfterEach
    final void dropTable() throws SQLException {
        patient.close();
    }

    final Patient patient() {
        return patient;
    }
}
