package io.rowlock.testkit.engine;

import io.rowlock.Database;
import io.rowlock.testkit.process.SystemFaults;
import java.util.List;
import java.util.Map;

/** The engines of this JVM. Each is started on first use, and only once. */
public final class Engines {

    private static final H2Memory H2_MEMORY = new H2Memory();
    private static final H2File H2_FILE = new H2File();
    private static final H2Server H2_SERVER = H2Server.withAFile();
    private static final H2Server H2_SERVER_IN_MEMORY = H2Server.inMemory();
    private static final PostgresEngine POSTGRES = new PostgresEngine();
    private static final MySqlEngine MYSQL = new MySqlEngine();
    private static final MariaDbEngine MARIADB = new MariaDbEngine();

    private static volatile Map<String, String> surroundings = Map.of();

    private Engines() {}

    /**
     * Has all servers that this JVM starts from now on run on a system that fails on demand. To be called before the first.
     *
     * @param faults the system
     */
    public static void startOn(SystemFaults faults) {
        surroundings = faults.environment();
    }

    static Map<String, String> surroundings() {
        return surroundings;
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

    /**
     * What to throw where a test would need a database that no engine here can be.
     *
     * @param database which
     * @return the exception
     */
    public static IllegalStateException notRunForReal(Database database) {
        return new IllegalStateException("no test runs on a real " + database + ": there is no engine for it");
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
