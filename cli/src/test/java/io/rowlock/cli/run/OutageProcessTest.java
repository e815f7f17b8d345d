package io.rowlock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rowlock.cli.Shell;
import io.rowlock.cli.Shell.Job;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The database is gone, or out of reach: before the program starts, while it runs, when it has ended. */
class OutageProcessTest {
    @TempDir
    Path directory;

    private Shell shell;
    private Server server;

    @BeforeEach
    void open() throws Exception {
        server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists", "-tcpDaemon", "-baseDir", directory.toString())
                .start();
        shell = Shell.in(directory)
                .with("ROWLOCK_URL", "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/db;WRITE_DELAY=0")
                .with("ROWLOCK_USER", "sa")
                .with("ROWLOCK_PASSWORD", "s3cret");
    }

    @AfterEach
    void close() {
        shell.close();
        server.stop();
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "lead"})
    void goneBeforeNothingRuns(String command) throws Exception {
        server.stop();

        Job job = shell.run("rowlock " + command + " x -- touch ran");

        assertThat(job.status()).isEqualTo(69);
        assertThat(job.err())
                .startsWith("rowlock: cannot use jdbc:h2:tcp://127.0.0.1:")
                .doesNotContain("s3cret");
        assertThat(job.err().lines()).hasSize(1);
        assertThat(shell.file("ran")).doesNotExist();
    }

    @Test
    void goneWhileTheProgramRunsItIsStoppedWhenItsLeaseEnds() throws Exception {
        Job job = shell.start("rowlock run x --lease 2s --grace 5s -- sh -c 'echo > held; exec sleep 600'");
        shell.await("held");

        server.stop();

        assertThat(job.status()).isEqualTo(76);
        assertThat(job.err()).contains("lock 'x' was lost");
    }

    @ParameterizedTest
    @CsvSource({"--lease 1h, 1h1m", "--lease 1h --keep 1m, 1h1m", "--lease 1h --keep 5h, 5h"})
    void goneWhenTheProgramEndsItsStatusStandsAndTheRestIsTold(String options, String span) throws Exception {
        Job job = shell.start(
                "rowlock run x " + options + " -- sh -c 'echo > held; until [ -e go ]; do sleep 0.1; done; exit 5'");
        shell.await("held");

        server.stop();
        Files.createFile(shell.file("go"));

        assertThat(job.status()).isEqualTo(5);
        assertThat(job.err()).contains("lock 'x' could not be released", "free by itself within " + span);
    }

    @Test
    void aLockThatWasLostBeforeItsProgramEndedIsNeverCalledKept() throws Exception {
        Job job = shell.start(
                "exec rowlock run x --lease 1s -- sh -c 'echo $$ > pids; until [ -e go ]; do sleep 0.1; done'");
        Path program = Path.of("/proc", shell.await("pids"), "stat");
        job.signal("STOP");
        assertThat(shell.run("rowlock run x --wait 5m -- touch go").status()).isZero();
        await().atMost(Shell.SOON).until(() -> Files.readString(program).contains(") Z "));

        job.signal("CONT");

        assertThat(job.status()).isEqualTo(76);
        assertThat(job.err()).contains("lock 'x' was lost");
    }

    @Test
    void aDatabaseThatNeverAnswersIsOneLineToo() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            shell.with("ROWLOCK_URL", "jdbc:postgresql://127.0.0.1:" + silent.getLocalPort() + "/db?loginTimeout=1");

            Job job = shell.run("rowlock run x -- touch ran");

            assertThat(job.status()).isEqualTo(69);
            assertThat(job.err().lines()).hasSize(1);
        }
    }
}
