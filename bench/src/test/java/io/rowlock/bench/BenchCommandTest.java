package io.rowlock.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** On the run whose figures are in the documentation. */
class BenchCommandTest {
    private final PrintStream terminal = System.out;
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();

    @BeforeEach
    void watch() {
        System.setOut(new PrintStream(shown, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void restore() {
        System.setOut(terminal);
    }

    @Test
    void anEarlierRunIsShownWithItsLoadAndWithoutGoals() {
        assertThat(shown("--from", "../docs/benchmarks"))
                .contains("machine: ", "load average at the start: ", "Rowlock ÷ other")
                .doesNotContain("goals");
    }

    @Test
    void goalsAreShownOnRequest() {
        assertThat(shown("--from", "../docs/benchmarks", "--goals")).contains("goals of the maintainers");
    }

    @Test
    void figuresOfUnknownSourcesAreNotPublished() {
        StringWriter errors = new StringWriter();
        int status = new CommandLine(new BenchCommand())
                .setErr(new PrintWriter(errors))
                .execute("--scenario", "memory", "--write-docs");
        assertThat(status).isEqualTo(2);
        assertThat(errors.toString())
                .contains(
                        "--write-docs: nothing is measured",
                        "were not built from a commit alone (unknown, tree unknown)");
    }

    private String shown(String... args) {
        assertThat(new CommandLine(new BenchCommand()).execute(args)).isZero();
        return shown.toString(StandardCharsets.UTF_8);
    }
}
