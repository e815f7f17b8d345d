package io.rowlock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rowlock.cli.CommandTest;
import io.rowlock.cli.Shell;
import io.rowlock.cli.Shell.Job;
import org.junit.jupiter.api.Test;

/** A leader and those that stand by, as their logs show them. */
class LeadProcessTest extends CommandTest {
    @Test
    void itSaysThatItLeadsAndBehindWhomItStandsBy() throws Exception {
        Job leader = shell.start("exec rowlock lead boss --owner alice -- sh -c 'echo > led; exec sleep 600'");
        shell.await("led");
        assertThat(leader.err()).matches("rowlock: leading: lock 'boss', token \\d{16}\n");
        String token = leader.err().replaceAll("\\D", "");

        Job standby = shell.start("exec rowlock lead boss --owner bob -- sh -c 'echo > succeeded; exec sleep 600'");

        await().atMost(Shell.SOON).until(() -> standby.err().endsWith("\n"));
        assertThat(standby.err())
                .matches("rowlock: standing by: lock 'boss' is held by alice since \\S+Z \\(\\d+m?s\\), token " + token
                        + "\n");

        leader.signal("TERM");
        shell.await("succeeded");
        assertThat(standby.err()).matches("rowlock: standing by: .*\nrowlock: leading: lock 'boss', token \\d{16}\n");
    }

    @Test
    void aProgramThatFailsAtOnceIsStartedLessAndLess() throws Exception {
        Job job = shell.start("exec rowlock lead boss --pause 100ms --max-pause 300ms -- sh -c 'exit 4'");

        await().atMost(Shell.SOON).until(() -> job.err().lines().count() >= 8);

        assertThat(job.err().replaceAll("\\d{16}", "N").lines())
                .startsWith(
                        "rowlock: leading: lock 'boss', token N",
                        "rowlock: sh ended with status 4; beginning again in 100ms",
                        "rowlock: leading: lock 'boss', token N",
                        "rowlock: sh ended with status 4, and has failed at once 2 times in a row; beginning again in"
                                + " 200ms",
                        "rowlock: leading: lock 'boss', token N",
                        "rowlock: sh ended with status 4, and has failed at once 3 times in a row; beginning again in"
                                + " 300ms",
                        "rowlock: leading: lock 'boss', token N",
                        "rowlock: sh ended with status 4, and has failed at once 4 times in a row; beginning again in"
                                + " 300ms");
    }

    @Test
    void quietlyItSaysWhatGoesWrongAlone() throws Exception {
        Job job = shell.start("exec rowlock lead boss --quiet --pause 100ms -- sh -c 'exit 4'");

        await().atMost(Shell.SOON).until(() -> job.err().endsWith("\n"));

        assertThat(job.err()).startsWith("rowlock: sh ended with status 4; beginning again in 100ms\n");
    }
}
