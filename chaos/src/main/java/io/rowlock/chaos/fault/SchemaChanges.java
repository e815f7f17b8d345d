package io.rowlock.chaos.fault;

import io.rowlock.chaos.fault.Fault.ActiveFault;
import io.rowlock.engines.h2.H2Server;
import io.rowlock.engines.postgres.PostgresEngine;
import io.rowlock.engines.server.ServerEngine;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Maintenance of the lock table while it is in use: columns come and go, the table is rewritten, its indexes are rebuilt, a
 * backup holds all writes up. Some statements wait longer than their callers do, and go on without them.
 */
final class SchemaChanges {
    private static final String TABLE = "rowlock";
    private static final int LONGEST_HOLD_MILLIS = 1_800;

    private SchemaChanges() {}

    static ActiveFault inject(Environment environment) {
        ServerEngine engine = environment.database();
        SplittableRandom random = environment.random().split();
        List<Consumer<Administrator>> changes = changes(engine, random);
        return Repetition.every(100, () -> {
            try (Administrator administrator = Administrator.of(engine)) {
                changes.get(random.nextInt(changes.size())).accept(administrator);
            }
        });
    }

    private static List<Consumer<Administrator>> changes(ServerEngine engine, SplittableRandom random) {
        if (engine instanceof PostgresEngine) {
            return List.of(
                    column("add column chaos_extra integer", "drop column chaos_extra"),
                    runs("vacuum full " + TABLE),
                    runs("reindex table " + TABLE),
                    runs("analyze " + TABLE),
                    held(random, "begin", "alter table " + TABLE + " add column chaos_extra integer", "rollback"));
        }
        if (engine instanceof H2Server) {
            // Where a column comes or goes, H2 undoes updates that it has confirmed: see H2AlterTest.
            return List.of(runs("analyze table " + TABLE), runs("comment on table " + TABLE + " is 'chaos'"));
        }
        return List.of(
                column("add column chaos_extra integer", "drop column chaos_extra"),
                runs("alter table " + TABLE + " force"),
                runs("optimize table " + TABLE),
                runs("analyze table " + TABLE),
                held(random, "flush tables with read lock", "do 1", "unlock tables"),
                held(random, "lock tables " + TABLE + " write", "do 1", "unlock tables"));
    }

    private static Consumer<Administrator> runs(String sql) {
        return administrator -> administrator.run(sql);
    }

    /** The column does not stay: what added it drops it. */
    private static Consumer<Administrator> column(String add, String drop) {
        return administrator -> {
            try {
                administrator.run("alter table " + TABLE + " " + add);
            } finally {
                while (!administrator.texts(PRESENT, 1).get(0).equals("0")
                        && !administrator.attempt("alter table " + TABLE + " " + drop)) {
                    TableLocks.pause(20);
                }
            }
        };
    }

    private static final String PRESENT = "select count(*) from information_schema.columns"
            + " where lower(table_name) = '" + TABLE + "' and lower(column_name) = 'chaos_extra'";

    private static Consumer<Administrator> held(SplittableRandom random, String before, String begin, String end) {
        return administrator -> {
            administrator.run(before, begin);
            TableLocks.pause(100 + random.nextInt(LONGEST_HOLD_MILLIS));
            administrator.run(end);
        };
    }
}
