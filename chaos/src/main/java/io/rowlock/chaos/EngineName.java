package io.rowlock.chaos;

import io.rowlock.chaos.plan.FaultKind;
import io.rowlock.engines.Engines;
import io.rowlock.engines.machine.Availability;
import io.rowlock.engines.postgres.PgBouncer;
import io.rowlock.engines.server.ServerEngine;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The databases, as one types them. */
enum EngineName {
    POSTGRESQL,
    MYSQL,
    MARIADB,
    H2,
    H2_MEMORY;

    /** Faults on which H2 confirms commits that it undoes: it ends a session under the thread that is committing it. */
    private static final Set<FaultKind> TOO_MUCH_FOR_H2 = EnumSet.of(FaultKind.KILL_CONNECTIONS);

    /** An open database of H2 cannot be told to reject writes. */
    private static final Set<FaultKind> NOT_OF_H2 = EnumSet.of(FaultKind.READ_ONLY);

    /** Faults that a database without a disk cannot survive, or does not notice. */
    private static final Set<FaultKind> OF_A_DISK =
            EnumSet.of(FaultKind.KILL_DATABASE, FaultKind.RESTART_DATABASE, FaultKind.STALL_SYNC, FaultKind.FILL_DISK);

    ServerEngine engine() {
        return switch (this) {
            case POSTGRESQL -> Engines.postgres();
            case MYSQL -> Engines.mySql();
            case MARIADB -> Engines.mariaDb();
            case H2 -> Engines.h2Server();
            case H2_MEMORY -> Engines.h2ServerInMemory();
        };
    }

    /** The faults that it can be put through. */
    Set<FaultKind> faults() {
        Set<FaultKind> faults = known();
        if (!pooler().isAvailable()) {
            faults.remove(FaultKind.POOLER);
        }
        return faults;
    }

    /** The faults that it could be put through if this machine had the means for all. */
    private Set<FaultKind> known() {
        Set<FaultKind> faults = EnumSet.allOf(FaultKind.class);
        if (this == H2 || this == H2_MEMORY) {
            faults.removeAll(TOO_MUCH_FOR_H2);
            faults.removeAll(NOT_OF_H2);
        }
        if (this != POSTGRESQL) {
            faults.remove(FaultKind.POOLER);
        }
        if (this == H2_MEMORY) {
            faults.removeAll(OF_A_DISK);
        }
        return faults;
    }

    /** The reason why it cannot be put through a fault, and the remedy; empty if it can. */
    Optional<String> obstacle(FaultKind fault) {
        if (faults().contains(fault)) {
            return Optional.empty();
        }
        return Optional.of(fault + ": "
                + (known().contains(fault)
                        ? pooler()
                        : "not on " + this + " (docs/reliability.md says why); remedy: --engine postgresql"));
    }

    /** The faults that this machine lacks the means for, with the reason; empty if there are none. */
    String skipped() {
        return known().stream().flatMap(fault -> obstacle(fault).stream()).collect(Collectors.joining("; "));
    }

    private static Availability pooler() {
        return PgBouncer.availability();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
