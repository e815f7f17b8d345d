package io.rowlock.cli.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.cli.Script;
import io.rowlock.cli.Shell;
import io.rowlock.cli.Shell.Job;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A person at a terminal, which the command script makes for them, is asked for the password. */
class PasswordProcessTest {
    /** Types when the question is there, and stays until all is over. */
    private static final String TYPED_INTO = "{ until grep -q Password screen; do sleep 0.1; done; printf '%s';"
            + " until [ -e over ]; do sleep 0.1; done; } | { script -qefc '%s' screen; echo $? > over; }; exit $(cat over)";

    @TempDir
    Path directory;

    private Shell shell;

    @BeforeEach
    void open() throws Exception {
        shell = Shell.in(directory).with("ROWLOCK_URL", "jdbc:h2:file:./named").with("ROWLOCK_USER", "sa");
        Script.require();
    }

    @AfterEach
    void close() {
        shell.close();
    }

    @Test
    void itIsAskedForOnce() throws Exception {
        assertThat(shell.run("ROWLOCK_PASSWORD=s3cret rowlock run x -- true").status())
                .isZero();

        shell.run(TYPED_INTO.formatted("s3cret\\n", "rowlock doctor"));

        assertThat(shell.read("screen")).containsOnlyOnce("Password of sa").contains("Table rowlock in");
    }

    @Test
    void ctrlCIsAnAnswer() throws Exception {
        Job job = shell.run(TYPED_INTO.formatted("\\003", "exec rowlock run x -- touch ran"));

        assertThat(job.status()).isEqualTo(130);
        assertThat(shell.file("ran")).doesNotExist();
    }

    @Test
    void nobodyIsAskedForStatementsThatAreOnlyPrinted() throws Exception {
        shell.run("script -qefc 'rowlock schema --engine h2' screen");

        assertThat(shell.read("screen")).contains("CREATE TABLE").doesNotContain("Password");
    }
}
