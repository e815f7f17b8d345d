package io.rowlock.engines.h2;

import io.rowlock.engines.machine.Availability;
import io.rowlock.engines.server.Engine;
import io.rowlock.testkit.fixture.Privilege;
import javax.sql.DataSource;

/** An H2 database, wherever it runs. */
interface H2Engine extends Engine {

    H2Administrator administrator();

    @Override
    default Availability availability() {
        return H2Administrator.availability();
    }

    @Override
    default DataSource restricted(Privilege... granted) {
        return administrator().restricted(granted);
    }

    @Override
    default int liveConnections() {
        return administrator().liveConnections();
    }

    @Override
    default void killConnections() {
        administrator().killConnections();
    }
}
