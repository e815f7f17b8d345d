package io.rowlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.cli.Shell.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The help, and what is said to those who call the command wrongly. */
class UsageProcessTest extends CommandTest {
    @ParameterizedTest
    @ValueSource(strings = {"help", "-h ls"})
    void theHelpNamesEveryCommand(String args) throws Exception {
        Job job = shell.run("rowlock " + args);

        assertThat(job.status()).isZero();
        assertThat(job.out()).endsWith("""

                        Run a program under a lock:
                          run                  runs a program under a lock
                          lead                 keeps a program running on one node at a time

                        See locks, and settle them:
                          ls                   lists the locks that are not free
                          show                 shows one lock in full
                          revoke               ends a hold
                          purge                deletes the rows of locks that were long unused

                        Hold a lock in a script:
                          acquire              acquires a lock, and prints a ticket for it
                          check                checks that a ticket's lock is still held
                          extend               extends a ticket's lock by another lease
                          release              releases a ticket's lock

                        Look after the database:
                          doctor               looks for all that puts a promise at risk
                          schema               prints or runs the statements that create the table

                        More:
                          demo                 a shop that oversells, then does not
                          generate-completion  prints the completion for bash and zsh
                          generate-man         prints the manual page
                          help                 tells more of one command

                        'rowlock help COMMAND' tells more of one command.
                        """);
    }

    @Test
    void aMissingOrMisspeltWordIsReportedInOneLine() throws Exception {
        Job job = shell.run("rowlock revoke x; echo $?; rowlock lsx; rowlock help runn; rowlock ls --wacth");

        assertThat(job.out()).isEqualTo("2\n");
        assertThat(job.err()).isEqualTo("""
                rowlock: revoke needs --token N; see 'rowlock revoke --help'
                rowlock: there is no command 'lsx'; did you mean 'ls'? See 'rowlock --help'
                rowlock: there is no command 'runn'; did you mean 'run'? See 'rowlock --help'
                rowlock: ls has no option '--wacth'; did you mean '--watch'? See 'rowlock ls --help'
                """);
    }
}
