package io.rowlock.chaos.fault;

import io.rowlock.engines.postgres.PostgresEngine;
import io.rowlock.engines.server.ServerEngine;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Locks of whole tables, as changes of a schema and backups take them. */
final class TableLocks {
    private TableLocks() {}

    /** Locks a table for so long, once it is had. */
    static void hold(ServerEngine engine, String table, int millis) {
        try (Administrator administrator = Administrator.of(engine)) {
            if (engine instanceof PostgresEngine) {
                administrator.run("set lock_timeout = 0", "begin", "lock table " + table + " in access exclusive mode");
                pause(millis);
                administrator.run("rollback");
            } else {
                // Sessions of MariaDB may have a short limit of their own by now; MySQL knows no such setting.
                administrator.attempt("set max_statement_time = 0");
                administrator.run("lock tables " + table + " write");
                pause(millis);
                administrator.run("unlock tables");
            }
        }
    }

    static void pause(int millis) {
        LockSupport.parkNanos(Duration.ofMillis(millis).toNanos());
    }
}
