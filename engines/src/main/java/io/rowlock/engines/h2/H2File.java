package io.rowlock.engines.h2;

import io.rowlock.engines.machine.Lazy;
import io.rowlock.engines.process.ScratchDirectory;
import io.rowlock.engines.server.RestartableEngine;
import io.rowlock.engines.server.Stop;

/** H2 in this JVM, with its data in a file. */
public final class H2File implements H2Engine, RestartableEngine {

    private final Lazy<H2Administrator> administrator = new Lazy<>(H2File::found);

    public H2File() {}

    @Override
    public String name() {
        return "H2 (file)";
    }

    @Override
    public String jdbcUrl() {
        return administrator().url();
    }

    /** The next connection opens the database again. */
    @Override
    public void restart(Stop how) {
        administrator().shutdown(how);
    }

    @Override
    public H2Administrator administrator() {
        return administrator.get();
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
