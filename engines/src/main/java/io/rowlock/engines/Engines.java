package io.rowlock.engines;

import io.rowlock.engines.h2.H2File;
import io.rowlock.engines.h2.H2Memory;
import io.rowlock.engines.h2.H2Server;
import io.rowlock.engines.mysql.MariaDbEngine;
import io.rowlock.engines.mysql.MySqlEngine;
import io.rowlock.engines.postgres.PostgresEngine;
import io.rowlock.engines.process.SystemFaults;
import io.rowlock.engines.server.Engine;
import io.rowlock.engines.server.Launch;
import java.util.List;

/** The engines of this JVM. Each is started on first use, and only once. */
public final class Engines {

    private static final H2Memory H2_MEMORY = new H2Memory();
    private static final H2File H2_FILE = new H2File();
    private static final H2Server H2_SERVER = H2Server.withAFile();
    private static final H2Server H2_SERVER_IN_MEMORY = H2Server.inMemory();
    private static final PostgresEngine POSTGRES = new PostgresEngine();
    private static final MySqlEngine MYSQL = new MySqlEngine();
    private static final MariaDbEngine MARIADB = new MariaDbEngine();

    private Engines() {}

    /**
     * Has all servers that this JVM starts from now on run on a system that fails on demand. To be called before the first.
     *
     * @param faults the system
     */
    public static void startOn(SystemFaults faults) {
        Launch.startOn(faults.environment());
    }

    public static H2Memory h2Memory() {
        return H2_MEMORY;
    }

    public static H2File h2File() {
        return H2_FILE;
    }

    public static H2Server h2Server() {
        return H2_SERVER;
    }

    /** Not one of {@link #all}: what its server forgets with its end, contracts could not find again. */
    public static H2Server h2ServerInMemory() {
        return H2_SERVER_IN_MEMORY;
    }

    public static PostgresEngine postgres() {
        return POSTGRES;
    }

    public static MySqlEngine mySql() {
        return MYSQL;
    }

    public static MariaDbEngine mariaDb() {
        return MARIADB;
    }

    /** All of them, whether available or not. */
    public static List<Engine> all() {
        return List.of(H2_MEMORY, H2_FILE, H2_SERVER, POSTGRES, MYSQL, MARIADB);
    }

    /** Those that {@code capability} describes. */
    public static <E extends Engine> List<E> all(Class<E> capability) {
        return all().stream()
                .filter(capability::isInstance)
                .map(capability::cast)
                .toList();
    }
}
