package io.rowlock.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.cli.CommandTest;
import io.rowlock.cli.Shell.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** See every lock, settle one. */
class AdminProcessTest extends CommandTest {
    @Test
    void locksAreListedForPeopleAndForScripts() throws Exception {
        shell.run(
                "rowlock acquire 'nightly \"report\"' --lease 1h --owner 'me, myself' --file t; rowlock run done -- true");

        assertThat(shell.run("rowlock ls").out())
                .containsPattern("NAME +STATE +OWNER +SINCE +UNTIL +RENEWALS +WAITERS +TOKEN\n")
                .containsPattern("nightly \"report\" +held +me, myself +\\S+ ago +in 59m\\d+s +0 +- +\\d{16}\n")
                .doesNotContain("done", "\u001b");
        assertThat(shell.run("rowlock ls 'd*e' --all").out()).contains("done").doesNotContain("nightly");
        assertThat(shell.run("rowlock ls --json").out())
                .matches("\\[\\{\"name\":\"nightly \\\\\"report\\\\\"\",\"slot\":0,\"state\":\"HELD\","
                        + "\"owner\":\"me, myself\",\"token\":\\d+,\"since\":\"[^\"]+Z\",\"until\":\"[^\"]+Z\","
                        + "\"renewals\":0,\"grants\":1,\"waiters\":null,\"asOf\":\"[^\"]+Z\"}]\n");
        assertThat(shell.run("rowlock show done").out()).containsPattern("state +free\n");
    }

    @Test
    void watchingEndsWithItsReader() throws Exception {
        Job job = shell.run("rowlock ls --watch --interval 100ms --json | head -n 2");

        assertThat(job.out()).isEqualTo("[]\n[]\n");
    }

    @Test
    void aRevokeQuotesTheTokenItSawAndTellsWhatItDid() throws Exception {
        shell.run("rowlock acquire x --lease 1h --owner me --file t");
        String token =
                shell.run("rowlock show x | sed -n 's/^token *//p'").out().strip();

        Job wrong = shell.run("rowlock revoke x --token 1");
        Job right = shell.run("rowlock revoke x --token " + token);
        Job now = shell.run("rowlock revoke x --now --token " + token);

        assertThat(wrong.status()).isEqualTo(1);
        assertThat(wrong.err())
                .matches(
                        "rowlock: nothing was revoked: no hold of lock 'x' has token 1; lock 'x' is held by me since \\S+Z"
                                + " \\(\\d+s\\), token " + token + "\n");
        assertThat(right.out())
                .matches("lock 'x', token " + token
                        + ": revoked. Renewals are rejected; free at \\S+Z by the database's" + " clock.\n");
        assertThat(now.out())
                .isEqualTo("lock 'x', token " + token
                        + ": freed now. Given up for that hold: that nobody else has the lock"
                        + " while its holder believes to have it (S2), and that the holder is told before (L3).\n");
        assertThat(shell.run("rowlock revoke x --token " + token).err())
                .isEqualTo("rowlock: nothing was revoked: no hold of lock 'x' has token " + token + "; it is free\n");
        assertThat(shell.run("rowlock revoke never --token 1").err())
                .isEqualTo("rowlock: nothing was revoked: no hold of lock 'never' has token 1; the table has never seen"
                        + " it\n");
        assertThat(shell.run("rowlock run x -- true").status()).isZero();
    }

    @Test
    void aPurgeOfLessThanADayIsRejected() throws Exception {
        assertThat(shell.run("rowlock purge --older 30d").out()).isEqualTo("0 locks unused for 30d deleted\n");
        assertThat(shell.run("rowlock purge --older 23h").status()).isEqualTo(2);
    }

    @Test
    void theSchemaIsPrintedForEachEngineAndUnknownOnesAreNamed() throws Exception {
        assertThat(shell.run("rowlock schema --engine postgres --table app.locks")
                        .out())
                .contains("CREATE TABLE", "app.locks");
        Job unknown = shell.run("rowlock schema --engine db2");
        assertThat(unknown.status()).isEqualTo(2);
        assertThat(unknown.err()).contains("'db2'", "h2, postgresql, mysql, mariadb");
        assertThat(unknown.err().lines()).hasSize(1);
    }

    @Test
    void theDoctorFindsTheEmbeddedDatabaseWell() throws Exception {
        Job job = shell.run("rowlock doctor");

        assertThat(job.status()).as(job.out() + job.err()).isZero();
        assertThat(job.out()).contains("all is well");
    }

    @Test
    void theDoctorSaysWhichPromiseMayBeBroken() throws Exception {
        shell.with("ROWLOCK_URL", "jdbc:h2:file:./own;WRITE_DELAY=500");
        assertThat(shell.run("rowlock doctor").err()).contains("rowlock schema --apply");
        assertThat(shell.run("rowlock schema --apply").out()).contains("table rowlock is there");

        Job job = shell.run("rowlock doctor");

        assertThat(job.status()).isEqualTo(1);
        assertThat(job.out()).contains("warning (", "WRITE_DELAY");
        assertThat(shell.run("rowlock doctor --json").out()).startsWith("[{\"severity\":\"WARNING\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"schema --engine h2", "ls", "--help"})
    void outputThatCannotBePrintedIsAFailure(String command) throws Exception {
        Job job = shell.run("rowlock " + command + " > /dev/full");

        assertThat(job.status()).isEqualTo(1);
        assertThat(job.err()).startsWith("rowlock: standard output could not be written");
        assertThat(job.err().lines()).hasSize(1);
    }

    @Test
    void aReaderThatLeavesIsNoFailureToTellOf() throws Exception {
        Job job = shell.run("{ rowlock schema --engine h2; echo $? >&2; } | true");

        assertThat(job.err()).isEqualTo("141\n");
    }
}
