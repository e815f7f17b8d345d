package io.rowlock.chaos.fault;

import io.rowlock.chaos.fault.Fault.ActiveFault;
import io.rowlock.engines.h2.H2Server;
import io.rowlock.engines.mysql.MariaDbEngine;
import io.rowlock.engines.network.MySqlRejections;
import io.rowlock.engines.postgres.PostgresEngine;
import io.rowlock.engines.server.ServerEngine;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The database answers statements on the lock table with errors that pass: lock timeout, statement timeout, deadlock,
 * serialization failure. Two ways, one of them at a time:
 *
 * <ul>
 *   <li>some statements are rejected. On PostgreSQL and H2 a trigger does it, on MySQL and MariaDB the proxy does: there a trigger
 *       would make the server forget the number that carries a token.
 *   <li>the table is locked again and again, while the server has short timeouts. PostgreSQL changes those of open sessions,
 *       MariaDB only those of new ones, so the old ones are ended. MySQL and H2 have no timeout that is shorter than a call's.
 * </ul>
 */
final class StatementErrors {
    private static final String TABLE = "rowlock";
    private static final int REJECTED_PERCENT = 30;

    private StatementErrors() {}

    static ActiveFault inject(Environment environment) {
        ServerEngine engine = environment.database();
        boolean canTimeOut = engine instanceof PostgresEngine || engine instanceof MariaDbEngine;
        if (canTimeOut && environment.random().nextBoolean()) {
            return timeouts(environment);
        }
        return engine instanceof PostgresEngine || engine instanceof H2Server ? triggers(engine) : forged(environment);
    }

    private static ActiveFault forged(Environment environment) {
        List<WorkerProcess> workers = environment.workers();
        workers.forEach(worker -> worker.network().answer(new MySqlRejections(TABLE, REJECTED_PERCENT)));
        return () -> workers.forEach(worker -> worker.network().heal());
    }

    private static ActiveFault triggers(ServerEngine engine) {
        try (Administrator administrator = Administrator.of(engine)) {
            create(engine).forEach(sql -> administrator.run(sql));
        }
        return () -> {
            try (Administrator administrator = Administrator.of(engine)) {
                drop(engine).forEach(sql -> administrator.run(sql));
            }
        };
    }

    private static List<String> create(ServerEngine engine) {
        if (engine instanceof PostgresEngine) {
            return List.of("""
                    create or replace function chaos_reject() returns trigger language plpgsql as $$
                    begin
                        if random() * 100 < %d then
                            raise exception 'rejected' using errcode =
                                (array['55P03', '57014', '40001', '40P01'])[1 + floor(random() * 4)::int];
                        end if;
                        return new;
                    end $$""".formatted(REJECTED_PERCENT), """
                    create or replace trigger chaos_reject before insert or update on %s
                    for each row execute function chaos_reject()""".formatted(TABLE));
        }
        return List.of(javaTrigger("insert"), javaTrigger("update"));
    }

    /** H2 gives its callers the error that a trigger throws, if that is one of its own. */
    private static String javaTrigger(String event) {
        return """
                create trigger chaos_reject_%1$s before %1$s on %2$s for each row as $$
                org.h2.api.Trigger create() {
                    return new org.h2.api.Trigger() {
                        public void fire(java.sql.Connection connection, Object[] old, Object[] fresh)
                                throws java.sql.SQLException {
                            if (Math.random() * 100 < %3$d) {
                                int code = Math.random() < 0.5 ? 40001 : 50200;
                                throw org.h2.message.DbException.get(code, "rejected").getSQLException();
                            }
                        }
                    };
                }
                $$""".formatted(event, TABLE, REJECTED_PERCENT);
    }

    private static List<String> drop(ServerEngine engine) {
        return engine instanceof PostgresEngine
                ? List.of("drop trigger if exists chaos_reject on " + TABLE)
                : List.of("drop trigger if exists chaos_reject_insert", "drop trigger if exists chaos_reject_update");
    }

    private static ActiveFault timeouts(Environment environment) {
        ServerEngine engine = environment.database();
        SplittableRandom random = environment.random().split();
        settings(engine, true);
        if (engine instanceof MariaDbEngine) {
            engine.killConnections();
        }
        ActiveFault locking = Repetition.every(150, () -> TableLocks.hold(engine, TABLE, 200 + random.nextInt(500)));
        return () -> {
            locking.close();
            settings(engine, false);
            if (engine instanceof MariaDbEngine) {
                engine.killConnections();
            }
        };
    }

    private static void settings(ServerEngine engine, boolean isShort) {
        try (Administrator administrator = Administrator.of(engine)) {
            if (engine instanceof MariaDbEngine) {
                administrator.run("set global max_statement_time = " + (isShort ? "0.05" : "0"));
            } else {
                administrator.run(
                        isShort ? "alter system set lock_timeout = '50ms'" : "alter system reset lock_timeout",
                        "select pg_reload_conf()");
            }
        }
    }
}
