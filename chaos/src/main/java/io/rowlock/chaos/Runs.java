package io.rowlock.chaos;

import io.rowlock.LockDefinition;
import io.rowlock.chaos.client.Contestant;
import io.rowlock.chaos.history.Facts;
import io.rowlock.chaos.plan.RunPlan;
import io.rowlock.engines.machine.Source;
import io.rowlock.engines.machine.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Properties;

/** Describes runs in words. */
final class Runs {
    private Runs() {}

    /** Makes room for a run: what an earlier one left goes, but nothing that no run has left. */
    static void clear(Path directory) throws IOException {
        if (Files.exists(directory.resolve("run.properties"))) {
            Tree.delete(directory);
        }
    }

    static Facts facts(RunPlan plan, String command) throws SQLException {
        LockDefinition definition = LockDefinition.of("any").withLease(RunPlan.LEASE);
        boolean ours = plan.client() == Contestant.ROWLOCK;
        return new Facts(new Properties())
                .with(Source.ofThisProcess())
                .with("command", "./rowlock chaos " + command)
                .with("date", LocalDate.now(ZoneOffset.UTC).toString())
                .with("engine", plan.engine().name())
                .with("server", server(plan))
                .with("client", plan.client().toString())
                .with("java", System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"))
                .with("seed", Long.toString(plan.seed()))
                .with("seconds", Long.toString(plan.time().toSeconds()))
                .with("bug", plan.bug())
                .with("workers", Integer.toString(plan.size().workers()))
                .with(
                        "threads",
                        Integer.toString(plan.size().quick() + plan.size().slow()))
                .with("locks", Integer.toString(plan.size().locks()))
                .with("lease", Long.toString(RunPlan.LEASE.toMillis()))
                .with("call-timeout", Long.toString(RunPlan.CALL_TIMEOUT.toMillis()))
                .with("grace", Long.toString(ours ? definition.grace().toMillis() : 0));
    }

    private static String server(RunPlan plan) throws SQLException {
        try (Connection connection = plan.engine().dataSource().getConnection()) {
            DatabaseMetaData server = connection.getMetaData();
            return "%s, driver %s".formatted(server.getDatabaseProductVersion(), server.getDriverVersion());
        }
    }
}
