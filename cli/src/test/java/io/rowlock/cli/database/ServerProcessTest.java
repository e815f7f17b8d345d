package io.rowlock.cli.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.cli.Shell;
import io.rowlock.cli.Shell.Job;
import io.rowlock.engines.Engines;
import io.rowlock.engines.machine.Prerequisite;
import io.rowlock.engines.server.Engine;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The drivers in the jar, against the servers they are for. */
class ServerProcessTest {
    @TempDir
    Path directory;

    /** Without MySQL: its fixture needs MySQL's own driver, which the jar does not have. */
    static List<Engine> engines() {
        return List.of(Engines.postgres(), Engines.mariaDb());
    }

    @ParameterizedTest
    @MethodSource("engines")
    void aServerIsLookedAtSetUpAndUsed(Engine engine) throws Exception {
        Prerequisite.require(engine.availability());
        try (Shell shell = Shell.in(directory)) {
            shell.with("ROWLOCK_URL", engine.jdbcUrl())
                    .with("ROWLOCK_USER", engine.user())
                    .with("ROWLOCK_PASSWORD", engine.password())
                    .with("ROWLOCK_TABLE", "cli_locks");

            Job job = shell.run("""
                    rowlock ls; echo "$?"
                    rowlock schema --apply >&2
                    rowlock run x -- sh -c 'rowlock ls --json; rowlock run x -- true; echo "$?"'; echo "$?"
                    """);

            assertThat(job.out())
                    .as(job.err())
                    .matches("69\n\\[\\{\"name\":\"x\",\"slot\":0,\"state\":\"HELD\".*}]\n75\n0\n");
            assertThat(job.err()).contains("rowlock schema --apply").doesNotContain("Exception");
        }
    }

    @ParameterizedTest
    @MethodSource("engines")
    void aBoundLockIsFreeAsSoonAsItsWrapperIsKilled(Engine engine) throws Exception {
        Prerequisite.require(engine.availability());
        try (Shell shell = Shell.in(directory)) {
            shell.with("ROWLOCK_URL", engine.jdbcUrl())
                    .with("ROWLOCK_USER", engine.user())
                    .with("ROWLOCK_PASSWORD", engine.password())
                    .with("ROWLOCK_TABLE", "cli_bound");
            Job holder = shell.start(
                    "exec rowlock run x --connection-bound --lease 24h -- sh -c 'echo > held; exec sleep 600'");
            shell.await("held");
            assertThat(shell.run("rowlock run x --connection-bound -- true").status())
                    .isEqualTo(75);

            holder.signal("KILL");

            Job next = shell.run("rowlock run x --connection-bound --wait 4m -- true");
            assertThat(next.status()).as(next.err()).isZero();
        }
    }
}
