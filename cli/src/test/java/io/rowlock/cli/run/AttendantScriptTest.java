package io.rowlock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rowlock.cli.Shell;
import io.rowlock.cli.Shell.Job;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The attendant of a program that belongs to another user: as root, who alone can be two users. */
class AttendantScriptTest {
    @TempDir
    Path directory;

    private Shell shell;

    @BeforeEach
    void open() throws Exception {
        shell = Shell.in(directory);
        assumeTrue(shell.run("[ $(id -u) = 0 ] && command -v setpriv").status() == 0, "there is no second user to be");
        try (var script = Attendant.class.getResourceAsStream("attendant.sh")) {
            Files.copy(script, shell.file("attendant.sh"));
        }
    }

    @AfterEach
    void close() {
        shell.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM\\ndone", "stop", ""})
    void aProgramThatMayNotBeSignalledIsToldToGoOn(String orders) throws Exception {
        Job job = shell.run("sleep 600 & printf '%s\\n" + orders + "' $! | setpriv --reuid 65534 --clear-groups"
                + " sh -c \"$(cat attendant.sh)\" attendant 0.5 1; kill -0 $! && echo alive; kill $!");

        assertThat(job.out()).isEqualTo("alive\n");
        assertThat(job.err()).containsPattern("process \\d+ may not be signalled");
    }
}
