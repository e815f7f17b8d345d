package io.rowlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainProcessTest {
    @TempDir
    Path directory;

    @Test
    void toldNothingItShowsItsUsage() throws Exception {
        CommandProcess command = run();

        assertThat(command.status()).isEqualTo(2);
        assertThat(command.out()).isEmpty();
        assertThat(command.err()).contains("Usage: rowlock", "demo");
    }

    @Test
    void helpIsPrintedToStandardOutput() throws Exception {
        CommandProcess command = run("help", "demo");

        assertThat(command.status()).isZero();
        assertThat(command.out()).contains("Usage: rowlock demo", "--url", "ROWLOCK_PASSWORD");
        assertThat(command.err()).isEmpty();
    }

    @Test
    void itKnowsItsVersion() throws Exception {
        CommandProcess command = run("--version");

        assertThat(command.status()).isZero();
        assertThat(command.out()).matches("rowlock \\d+\\.\\d+\\.\\d+\\S*\\R");
    }

    @Test
    void aWrongOptionIsOneLine() throws Exception {
        assertOneLine(run("demo", "--bogus"), 2, "--bogus");
    }

    @Test
    void aWrongCommandIsOneLine() throws Exception {
        assertOneLine(run("bogus"), 2, "bogus");
    }

    @Test
    void aUrlThatNoDriverKnowsIsOneLine() throws Exception {
        assertOneLine(run("demo", "--url", "jdbc:bogus://host/db"), 2, "jdbc:bogus://host/db");
    }

    @Test
    void aSecretInAnArgumentIsRejectedForEveryProcessListShowsIt() throws Exception {
        CommandProcess command = run("ls", "--url", "jdbc:postgresql://host/db?password=s3cret");

        assertOneLine(command, 2, "jdbc:postgresql://host/db?password=***");
        assertThat(command.err()).contains("ROWLOCK_PASSWORD").doesNotContain("s3cret");
    }

    @Test
    void aSecretInAnOptionThatIsNoneIsNotRepeated() throws Exception {
        CommandProcess command = run("doctor", "--password=s3cret");

        assertOneLine(command, 2, "doctor has no option '--password'; see 'rowlock doctor --help'");
        assertThat(command.err()).doesNotContain("s3cret");
    }

    @Test
    void aDatabaseOfOneProcessIsRejected() throws Exception {
        assertOneLine(run("demo", "--url", "jdbc:h2:mem:shop"), 2, "jdbc:h2:tcp:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--table", "--driver-path", "--config"})
    void anOptionThatTheDemoWouldIgnoreIsRejected(String option) throws Exception {
        assertOneLine(run("demo", option, "x"), 2, option);
    }

    @Test
    void aUserWithoutAUrlIsRejected() throws Exception {
        assertOneLine(run("demo", "--user", "me"), 2, "--url");
    }

    @Test
    void anUnreachableDatabaseIsOneLine() throws Exception {
        CommandProcess command = runOn("jdbc:postgresql://127.0.0.1:1/db?password=s3cret", "ls");

        assertOneLine(command, 69, "cannot use jdbc:postgresql://127.0.0.1:1/db?password=***");
        assertThat(command.err()).doesNotContain("s3cret");
    }

    @Test
    void verboseAddsTheStackTraceStillWithoutThePassword() throws Exception {
        CommandProcess command = runOn("jdbc:postgresql://127.0.0.1:1/db?password=s3cret", "ls", "--verbose");

        assertThat(command.status()).isEqualTo(69);
        assertThat(command.err()).contains("\tat ", "Caused by: ").doesNotContain("s3cret");
    }

    private CommandProcess runOn(String url, String... args) throws Exception {
        return CommandProcess.start(directory, Map.of("ROWLOCK_URL", url), args);
    }

    private CommandProcess run(String... args) throws Exception {
        return CommandProcess.start(directory, Map.of(), args);
    }

    private static void assertOneLine(CommandProcess command, int status, String part) throws Exception {
        assertThat(command.status()).isEqualTo(status);
        assertThat(command.out()).isEmpty();
        assertThat(command.err()).startsWith("rowlock: ").contains(part);
        assertThat(command.err().lines()).hasSize(1);
    }
}
