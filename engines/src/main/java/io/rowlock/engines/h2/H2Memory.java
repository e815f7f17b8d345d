package io.rowlock.engines.h2;

import io.rowlock.engines.machine.Availability;
import io.rowlock.engines.machine.Lazy;
import io.rowlock.engines.server.Engine;
import io.rowlock.testkit.fixture.Privilege;
import javax.sql.DataSource;

/** H2 in this JVM's memory. */
public final class H2Memory implements Engine {

    private final Lazy<H2Administrator> administrator = new Lazy<>(H2Memory::found);

    public H2Memory() {}

    @Override
    public String name() {
        return "H2 (memory)";
    }

    @Override
    public Availability availability() {
        return H2Administrator.availability();
    }

    @Override
    public String jdbcUrl() {
        return administrator.get().url();
    }

    @Override
    public DataSource restricted(Privilege... granted) {
        return administrator.get().restricted(granted);
    }

    @Override
    public int liveConnections() {
        return administrator.get().liveConnections();
    }

    @Override
    public void killConnections() {
        administrator.get().killConnections();
    }

    @Override
    public String toString() {
        return name();
    }

    private static H2Administrator found() {
        return H2Administrator.of("jdbc:h2:mem:rowlock-testkit").found();
    }
}
