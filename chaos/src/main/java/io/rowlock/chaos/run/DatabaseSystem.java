package io.rowlock.chaos.run;

import io.rowlock.engines.Engines;
import io.rowlock.engines.process.SystemFaults;

/** The system on which all databases of this JVM run, and which the nemesis breaks. */
public final class DatabaseSystem {
    private static final SystemFaults FAULTS = SystemFaults.create();

    static {
        Engines.startOn(FAULTS);
    }

    private DatabaseSystem() {}

    /** To be asked for before a database is started. */
    public static SystemFaults faults() {
        return FAULTS;
    }
}
