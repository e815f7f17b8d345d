package io.rowlock.cli.ticket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rowlock.cli.CommandTest;
import io.rowlock.cli.Shell;
import io.rowlock.cli.Shell.Job;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;

/** A lock that a script holds across commands. */
class TicketProcessTest extends CommandTest {
    @Test
    void aTicketTravelsByArgumentInputAndFile() throws Exception {
        Job job = shell.run("""
                set -e
                ticket=$(rowlock acquire x --lease 10m)
                rowlock run x -- touch ran || echo "busy $?"
                rowlock check "$ticket"
                printf '%s\\n' "$ticket" | rowlock extend --lease 20m
                printf '%s\\n' "$ticket" > file
                chmod 600 file
                rowlock release --file file
                rowlock release --file file
                rowlock check - < file || echo "ended $?"
                """);

        assertThat(job.status()).as(job.err()).isZero();
        assertThat(job.out()).isEqualTo("busy 75\nended 76\n");
        assertThat(shell.file("ran")).doesNotExist();
    }

    @Test
    void aFileOfATicketIsItsOwnersAlone() throws Exception {
        assertThat(shell.run("umask 000; rowlock acquire x --file ticket").status())
                .isZero();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(shell.file("ticket"))))
                .isEqualTo("rw-------");

        Job job = shell.run("chmod 644 ticket; rowlock release --file ticket");

        assertThat(job.status()).isEqualTo(78);
        assertThat(job.err()).contains("chmod 600 ticket");
    }

    @Test
    void aTicketThatCannotBeWrittenLeavesNoLockBehind() throws Exception {
        assertThat(shell.run("rowlock acquire x > /dev/full").status()).isEqualTo(1);
        assertThat(shell.run("rowlock acquire x --file no/such/directory").status())
                .isEqualTo(1);

        assertThat(shell.run("rowlock ls").out().lines()).hasSize(1);
    }

    @Test
    void aWaitThatIsStoppedLeavesNoFileInTheWayOfTheNext() throws Exception {
        assertThat(shell.run("rowlock acquire x --lease 1h").status()).isZero();
        Job waiting = shell.start("exec rowlock acquire x --wait 10m --file ticket");
        await().atMost(Shell.SOON).until(() -> Files.exists(shell.file("ticket")));

        waiting.signal("TERM");

        assertThat(waiting.status()).isEqualTo(143);
        assertThat(shell.file("ticket")).doesNotExist();
    }

    @Test
    void anInvalidTicketIsRejectedAndNotPrinted() throws Exception {
        Job job = shell.run("echo s3cret | rowlock release");

        assertThat(job.status()).isEqualTo(2);
        assertThat(job.err()).contains("not a Rowlock ticket").doesNotContain("s3cret");
    }
}
