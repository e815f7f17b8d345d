package io.rowlock.cli.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.cli.CommandTest;
import io.rowlock.cli.Shell.Job;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Many commands at once on the embedded database: each gets the lock once within four minutes, and none fails to release. The plain
 * build tests it with eight, {@code -Plong} with twenty.
 */
class CrowdTest extends CommandTest {
    @Test
    void eightThatWaitForOneLockAllGetIt() throws Exception {
        assertAllSucceed(8);
    }

    @Test
    @Tag("long")
    void twentyThatWaitForOneLockAllGetIt() throws Exception {
        assertAllSucceed(20);
    }

    private void assertAllSucceed(int commands) throws Exception {
        List<Job> all = IntStream.range(0, commands)
                .mapToObj(any -> shell.start("exec rowlock run same --wait 4m -- sh -c 'echo ran >> ran'"))
                .toList();
        for (Job job : all) {
            assertThat(job.status()).as(job.err()).isZero();
            assertThat(job.err()).isEmpty();
        }
        assertThat(shell.read("ran").lines()).hasSize(commands);
    }
}
