package io.rowlock.engines.h2;

import io.rowlock.engines.machine.Availability;
import io.rowlock.engines.machine.Lazy;
import io.rowlock.engines.process.ScratchDirectory;
import io.rowlock.engines.server.RestartableEngine;
import io.rowlock.engines.server.Stop;
import io.rowlock.testkit.fixture.Privilege;
import javax.sql.DataSource;

/** H2 in this JVM, with its data in a file. */
public final class H2File implements RestartableEngine {

    private final Lazy<H2Administrator> administrator = new Lazy<>(H2File::found);

    public H2File() {}

    @Override
    public String name() {
        return "H2 (file)";
    }

    @Override
    public Availability availability() {
        return H2Administrator.availability();
    }

    @Override
    public String jdbcUrl() {
        return administrator.get().url();
    }

    /** The next connection opens the database again. */
    @Override
    public void restart(Stop how) {
        administrator.get().shutdown(how);
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
        return H2Administrator.of(
                        "jdbc:h2:file:" + ScratchDirectory.create("h2").resolve("data"))
                .found();
    }
}
