package io.rowlock.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rowlock.cli.CommandProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoProcessTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    Path directory;

    @Test
    void oversellsWithoutALockAndNeverUnderOne() throws Exception {
        long began = System.nanoTime();
        try (CommandProcess demo = CommandProcess.start(directory, Map.of(), "demo")) {
            List<ProcessHandle> clerks = clerks(demo);

            assertThat(demo.status()).as(demo.out() + demo.err()).isZero();

            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(30));
            assertThat(demo.err()).isEmpty();
            assertThat(demo.out())
                    .doesNotContain("\u001b")
                    .containsPattern("1  without a lock +\\d{3} of 100 +[1-9]\\d* +- ")
                    .containsPattern("2  under Rowlock +100 of 100 +0 +\\d+ ")
                    .containsPattern("3  under Rowlock, .* 20 of 20 +0 ")
                    .containsPattern("Takeover: \\d\\.\\d\\d s after clerk D was killed");
            assertNothingIsLeft(demo, clerks);
        }
    }

    @Test
    void stoppedInTheMiddleItCleansUp() throws Exception {
        try (CommandProcess demo = CommandProcess.start(directory, Map.of(), "demo")) {
            List<ProcessHandle> clerks = clerks(demo);
            await().atMost(SOON).until(() -> demo.out().contains("Round 1"));

            demo.process().destroy();

            assertThat(demo.status()).isEqualTo(143);
            assertThat(demo.err()).isEmpty();
            assertNothingIsLeft(demo, clerks);
        }
    }

    @Test
    void aClerkThatDiesByItselfFailsTheDemo() throws Exception {
        try (CommandProcess demo = CommandProcess.start(directory, Map.of(), "demo")) {
            List<ProcessHandle> clerks = clerks(demo);
            await().atMost(SOON).until(() -> demo.out().contains("Round 1"));

            clerks.get(0).destroyForcibly();

            assertThat(demo.status()).isEqualTo(1);
            assertThat(demo.err()).containsPattern("rowlock: clerk [A-D]'s process ended unexpectedly");
            assertNothingIsLeft(demo, clerks);
        }
    }

    @Test
    void whenTheDemoIsKilledItsClerksGoToo() throws Exception {
        try (CommandProcess demo = CommandProcess.start(directory, Map.of(), "demo")) {
            List<ProcessHandle> clerks = clerks(demo);
            await().atMost(SOON).until(() -> demo.out().contains("Round 1"));

            demo.process().destroyForcibly();

            assertGone(clerks);
        }
    }

    private static List<ProcessHandle> clerks(CommandProcess demo) {
        await().atMost(SOON).until(() -> demo.children().size() == 4);
        return demo.children();
    }

    private static void assertNothingIsLeft(CommandProcess demo, List<ProcessHandle> clerks) throws Exception {
        assertThat(demo.temporaryFiles()).isEmpty();
        assertGone(clerks);
    }

    private static void assertGone(List<ProcessHandle> clerks) {
        await().atMost(SOON).until(() -> clerks.stream().noneMatch(ProcessHandle::isAlive));
    }
}
