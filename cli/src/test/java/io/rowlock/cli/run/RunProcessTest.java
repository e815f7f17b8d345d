package io.rowlock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.cli.CommandTest;
import io.rowlock.cli.Shell.Job;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program under a lock, and what its caller learns. */
class RunProcessTest extends CommandTest {
    @Test
    void aProgramHasItsOwnStreamsAndStatusAndSeesItsLock() throws Exception {
        Job job = shell.run("printf 'from a pipe' | rowlock run 'my lock' -- sh -c"
                + " 'cat; echo; echo \"$ROWLOCK_NAME $ROWLOCK_TOKEN\"; echo oops >&2; exit 7' | cat");

        assertThat(job.out()).matches("from a pipe\nmy lock \\d{16}\n");
        assertThat(job.err()).isEqualTo("oops\n");
        assertThat(shell.run("rowlock run x -- sh -c 'exit 7'").status()).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"it's \"quoted\" $HOME `id` \\ *", "-- na\u00efve \u2603 \ud83d\ude80", "@file", "--url"})
    void namesAndArgumentsArriveAsTheyWereGiven(String text) throws Exception {
        shell.with("TEXT", text);

        Job job = shell.run("rowlock run -- \"$TEXT\" sh -c 'printf \"%s|%s\" \"$ROWLOCK_NAME\" \"$1\"' x \"$TEXT\"");

        assertThat(job.err()).isEmpty();
        assertThat(job.out()).isEqualTo(text + "|" + text);
    }

    @Test
    void aNameThatNoDatabaseCouldHoldIsRejectedInOneLineThatForgesNothing() throws Exception {
        Job job = shell.run("rowlock run \"$(printf 'a\\033[2Jb')\" -- touch ran");

        assertThat(job.status()).isEqualTo(2);
        assertThat(job.err()).contains("a\\u001B[2Jb", "control character").doesNotContain("\u001b");
        assertThat(job.err().lines()).hasSize(1);
        assertThat(shell.file("ran")).doesNotExist();
    }

    @Test
    void somebodyElsesLockIsToldInOneLineAndNothingRuns() throws Exception {
        shell.start("rowlock run x -- sh -c 'echo > held; sleep 600'");
        shell.await("held");

        Job busy = shell.run("rowlock run x -- touch ran");

        assertThat(busy.status()).isEqualTo(75);
        assertThat(busy.err())
                .matches("rowlock: lock 'x' is held by \\S+@\\S+ \\d+ sh since \\S+Z \\(.*\\), token \\d+\n");
        assertThat(busy.out()).isEmpty();
        assertThat(shell.run("rowlock run x --busy-exit 9 -- touch ran").status())
                .isEqualTo(9);
        Job skipped = shell.run("rowlock run x --skip --quiet -- touch ran");
        assertThat(skipped.status()).isZero();
        assertThat(skipped.err()).isEmpty();
        assertThat(shell.file("ran")).doesNotExist();
    }

    @Test
    void aKeptLockStaysTakenAfterItsProgramHasEnded() throws Exception {
        assertThat(shell.run("rowlock run x --keep 1h -- true").status()).isZero();

        Job busy = shell.run("rowlock run x -- touch ran");

        assertThat(busy.status()).isEqualTo(75);
        assertThat(busy.err()).contains("kept for another 59m");
        assertThat(shell.file("ran")).doesNotExist();
    }

    @Test
    void contendersTakeTurns() throws Exception {
        Files.writeString(shell.file("counter"), "0\n");
        String cron = "for i in 1 2 3; do rowlock run count --wait 60s -- sh -c"
                + " 'n=$(cat counter); sleep 0.05; echo $((n + 1)) > counter' || exit; done";

        Job first = shell.start(cron);
        Job second = shell.start(cron);

        assertThat(first.status()).as(first.err()).isZero();
        assertThat(second.status()).as(second.err()).isZero();
        assertThat(shell.read("counter")).isEqualTo("6\n");
    }

    @Test
    void aProgramThatIsNotThereLocksNothing() throws Exception {
        Files.writeString(shell.file("text"), "no program");

        assertThat(shell.run("rowlock run x -- no-such-program").status()).isEqualTo(127);
        Job text = shell.run("rowlock run x -- ./text");
        assertThat(text.status()).isEqualTo(126);
        assertThat(text.err()).contains("nothing was locked");
        assertThat(shell.run("rowlock show x").err()).contains("never seen");
    }

    @Test
    void aProgramThatOnlyItsStartShowsToBeBrokenLeavesTheLockFreeUnlessItIsKept() throws Exception {
        Files.writeString(shell.file("broken"), "#!/no/such/interpreter\n");

        Job job = shell.run("chmod +x broken; rowlock run x -- ./broken");

        assertThat(job.status()).isEqualTo(126);
        assertThat(job.err()).contains("cannot run 'broken'", "its lock is released", "--keep");
        assertThat(job.err().lines()).hasSize(1);
        assertThat(shell.run("rowlock run x --keep 1h -- ./broken").status()).isEqualTo(126);
        assertThat(shell.run("rowlock run x -- true").status()).isEqualTo(75);
    }

    @Test
    void aLockOnAConnectionIsRejectedWhereTheConnectionShutsOutAllOthers() throws Exception {
        Job job = shell.run("rowlock run x --connection-bound -- touch ran");

        assertThat(job.status()).isEqualTo(2);
        assertThat(job.err()).contains("--connection-bound needs a database server", "--url");
        assertThat(job.err().lines()).hasSize(1);
        assertThat(shell.file("ran")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rowlock run x",
                "rowlock run x --",
                "rowlock run",
                "rowlock run x ls -l",
                "rowlock run x touch ran",
                "rowlock run x touch --table ran",
                "rowlock run x touch --owner me -- ran",
                "rowlock lead x touch --table ran",
                "rowlock run x --wait soon -- true",
                "rowlock run x --lease 500ms -- true",
                "rowlock run x --busy-exit 256 -- true",
                "rowlock run x --busy-exit 5 --skip -- true",
                "rowlock ls --interval 1s"
            })
    void aWrongCallIsReportedInOneLine(String script) throws Exception {
        Job job = shell.run(script);

        assertThat(job.status()).isEqualTo(2);
        assertThat(job.err()).startsWith("rowlock: ");
        assertThat(job.err().lines()).hasSize(1);
        assertThat(shell.file("ran")).doesNotExist();
    }
}
