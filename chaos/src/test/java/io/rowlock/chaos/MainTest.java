package io.rowlock.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class MainTest {
    private final StringWriter errors = new StringWriter();

    @Test
    void aFaultThatThereIsNotIsRefusedInOneLineThatNamesThoseThereAre() {
        assertThat(run("--faults", "kill-everything")).isEqualTo(2);
        assertThat(errors.toString().strip())
                .contains("kill-everything", "kill-worker")
                .hasLineCount(1);
    }

    @Test
    void aContestantOrBugThatThereIsNotIsRefused() {
        assertThat(run("--client", "redis")).isEqualTo(2);
        assertThat(run("--trial", "--bug", "none")).isEqualTo(2);
        assertThat(errors.toString()).contains("redis", "none");
    }

    @Test
    void everyFaultIsListed() {
        assertThat(run("--list")).isZero();
    }

    private int run(String... args) {
        return Main.command().setErr(new PrintWriter(errors, true)).execute(args);
    }
}
