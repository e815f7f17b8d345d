package io.rowlock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rowlock.cli.CommandTest;
import io.rowlock.cli.Shell;
import io.rowlock.cli.Shell.Job;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How programs and their wrappers end: by signals, kills and lost locks. */
class StoppingProcessTest extends CommandTest {
    /** A program that notes its process and a child's, and does not end by SIGTERM. */
    private static final String STUBBORN = "sh -c 'trap \"\" TERM; sleep 600 & echo $$ $! > pids; wait; sleep 600'";

    /**
     * Standard error is a pipe without room left, and its reader does not read: a writer waits, until the
     * directory of the test is gone.
     */
    private static final String FULL = "mkfifo full; exec 3<>full;"
            + " while [ -e full ]; do sleep 1; done <full 3>&- 2>/dev/null &"
            + " dd if=/dev/zero of=full bs=4096 oflag=nonblock 2>/dev/null; exec 2>full 3>&-; ";

    /** Standard error is a pipe whose reader has left: a writer gets SIGPIPE. */
    private static final String BROKEN = "mkfifo broken; (: < broken) & exec 2>broken; wait; ";

    @ParameterizedTest
    @CsvSource({"TERM, 143", "HUP, 129", "INT, 130"})
    void aSignalIsPassedOnAndTheLockReleased(String signal, int status) throws Exception {
        Job job = shell.start("exec rowlock run x -- sh -c 'trap - INT; echo $$ > pids; exec sleep 600'");
        String program = shell.await("pids");

        job.signal(signal);

        assertThat(job.status()).isEqualTo(status);
        assertGone(program);
        assertThat(shell.run("rowlock run x -- true").status()).isZero();
    }

    @Test
    void aProgramThatHandlesASignalDecidesItsStatus() throws Exception {
        Job job = shell.start(
                "exec rowlock run x -- sh -c 'trap \"exit 3\" TERM; echo > ready; while :; do sleep 0.1; done'");
        shell.await("ready");

        job.signal("TERM");

        assertThat(job.status()).isEqualTo(3);
        assertThat(job.err()).isEmpty();
    }

    @Test
    void aSignalEndsTheWaitForALock() throws Exception {
        shell.start("rowlock run x -- sh -c 'echo > held; sleep 600'");
        shell.await("held");
        Job waiting = shell.start("exec rowlock run x --wait 10m -- touch ran");
        await().atMost(Shell.SOON).until(() -> isWaiting(waiting));

        waiting.signal("TERM");

        assertThat(waiting.status()).isEqualTo(143);
        assertThat(shell.file("ran")).doesNotExist();
    }

    @Test
    void aKilledProgramIsToldAndItsLockReleased() throws Exception {
        Job job = shell.start("exec rowlock run x -- sh -c 'echo $$ > pids; exec sleep 600'");

        ProcessHandle.of(Long.parseLong(shell.await("pids"))).orElseThrow().destroyForcibly();

        assertThat(job.status()).isEqualTo(137);
        assertThat(shell.run("rowlock run x -- true").status()).isZero();
    }

    @Test
    void whenTheWrapperIsKilledTheProgramAndWhatItStartedEndBeforeTheLockIsFree() throws Exception {
        Job job = shell.start("exec rowlock run x --lease 20s --grace 500ms -- " + STUBBORN);
        String pids = shell.await("pids");
        Job next =
                shell.start("exec rowlock run x --wait 10m -- sh -c 'for p in $(cat pids); do kill -0 $p && echo alive;"
                        + " done; :'");

        job.signal("KILL");

        assertGone(pids);
        assertThat(next.status()).isZero();
        assertThat(next.out()).isEmpty();
        assertThat(job.err()).contains("was killed; the program is told to stop");
    }

    @Test
    void aLostLockEndsTheProgramAndWhatItStarted() throws Exception {
        Job job = shell.start("exec rowlock run x --lease 3s --grace 500ms -- " + STUBBORN);
        String pids = shell.await("pids");

        revoke("");

        assertThat(job.status()).isEqualTo(76);
        assertThat(job.err()).contains("lock 'x' was lost");
        assertGone(pids);
    }

    @Test
    void aLockThatWasTakenAwayUnnoticedIsToldOfWhenItsProgramHasEnded() throws Exception {
        Job job = shell.start(
                "exec rowlock run x --lease 1h -- sh -c 'echo > held; until [ -e go ]; do sleep 0.1; done; exit 5'");
        shell.await("held");

        revoke("--now");
        shell.run("rowlock run x -- touch go");

        assertThat(job.status()).isEqualTo(5);
        assertThat(job.err()).contains("lock 'x' was found lost when its program had ended");
    }

    @Test
    void aLostLockEndsTheProgramAlsoWhenNobodyCanBeToldOfIt() throws Exception {
        shell.start(FULL + "exec rowlock run x --lease 3s --grace 500ms -- " + STUBBORN);
        String pids = shell.await("pids");

        revoke("");

        assertGone(pids);
    }

    @ParameterizedTest
    @ValueSource(strings = {FULL, BROKEN})
    void whenTheWrapperIsKilledTheProgramEndsAlsoWhenNobodyCanBeToldOfIt(String errors) throws Exception {
        Job job = shell.start(errors + "exec rowlock run x --grace 500ms -- " + STUBBORN);
        String pids = shell.await("pids");

        job.signal("KILL");

        assertGone(pids);
    }

    /** On a busy machine the steps between two looks take longer than the pause between them. */
    @Test
    void theGraceIsCountedByTheClock() throws Exception {
        shell.run("printf '#!/bin/sh\\necho look >> looks; sleep 1; exec %s \"$@\"\\n' $(command -v sort) > slow;"
                + " chmod +x slow; mv slow sort");
        Job job = shell.start("exec rowlock run x --grace 3s -- " + STUBBORN);
        String pids = shell.await("pids");

        job.signal("KILL");

        assertGone(pids);
        assertThat(shell.read("looks").lines()).hasSizeLessThan(6);
    }

    @Test
    void processesThatTheProgramLeavesRunningInPeaceAreNotTouched() throws Exception {
        assertThat(shell.run("rowlock run x -- sh -c 'sleep 600 > /dev/null 2>&1 & echo $! > pids'")
                        .status())
                .isZero();

        ProcessHandle left =
                ProcessHandle.of(Long.parseLong(shell.await("pids"))).orElseThrow();
        assertThat(left.isAlive()).isTrue();
        left.destroyForcibly();
    }

    @Test
    void aLeaderBeginsAgainWhenItsProgramEndsAndAnotherTakesOverWhenItIsTold() throws Exception {
        String lead = "exec rowlock lead boss --pause 100ms -- sh -c 'echo $$ >> pids-%s; sleep 0.2; exit 4'";
        Job first = shell.start(lead.formatted("a"));
        await().atMost(Shell.SOON).until(() -> shell.read("pids-a").lines().count() >= 2);
        Job second = shell.start(lead.formatted("b"));

        first.signal("TERM");

        assertThat(first.status()).isIn(143, 4);
        assertThat(first.err()).contains("ended with status 4; beginning again in 100ms");
        await().atMost(Shell.SOON).until(() -> shell.read("pids-b").lines().count() >= 1);
        second.signal("TERM");
        assertThat(second.status()).isIn(143, 4);
    }

    private void revoke(String option) throws InterruptedException {
        shell.run("rowlock revoke x " + option
                + " --token $(rowlock show x --json | sed 's/.*\"token\":\\([0-9]*\\).*/\\1/')");
    }

    /** The kernel shows 15 characters of a thread's name; newer JDKs leave out the middle. */
    private static boolean isWaiting(Job job) throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc/" + job.pid() + "/task"))) {
            return threads.anyMatch(thread -> name(thread).matches("rowlock(-worker-|\\.\\.rker-1)\n"));
        }
    }

    private static String name(Path thread) {
        try {
            return Files.readString(thread.resolve("comm"));
        } catch (IOException ended) {
            return "";
        }
    }

    private static void assertGone(String pids) {
        for (String pid : pids.split(" ", -1)) {
            await().atMost(Shell.SOON)
                    .until(() -> ProcessHandle.of(Long.parseLong(pid))
                            .filter(ProcessHandle::isAlive)
                            .isEmpty());
        }
    }
}
