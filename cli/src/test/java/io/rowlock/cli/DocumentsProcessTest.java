package io.rowlock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rowlock.cli.Shell.Job;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The command's own documentation. */
class DocumentsProcessTest extends CommandTest {
    @Test
    void theManualPageNamesEveryCommandAndHasNothingThatManComplainsOf() throws Exception {
        assertThat(shell.run("rowlock generate-man > rowlock.1").status()).isZero();

        assertThat(shell.read("rowlock.1"))
                .contains(".SS run\n", ".SS lead\n", ".SS schema\n", "\\-\\-busy\\-exit N", ".SH EXIT STATUS\n")
                .doesNotContain("warm-up", "%n");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/groff")), "groff is not there to read it");
        Job job = shell.run("groff -man -Tutf8 -ww -z rowlock.1");
        assertThat(job.status()).isZero();
        assertThat(job.err()).isEmpty();
    }

    @Test
    void bashCompletesCommandsAndOptions() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "bash is not there to complete");
        Job job = shell.run("""
                rowlock generate-completion > completion
                bash -c '. ./completion
                  COMP_WORDS=(rowlock rev) COMP_CWORD=1; _complete_rowlock; echo "${COMPREPLY[@]}"
                  COMP_WORDS=(rowlock run --bu) COMP_CWORD=2; _complete_rowlock; echo "${COMPREPLY[@]}"'
                """);

        assertThat(job.out()).as(job.err()).isEqualTo("revoke\n--busy-exit\n");
    }
}
