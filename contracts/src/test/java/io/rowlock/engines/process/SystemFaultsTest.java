package io.rowlock.engines.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.engines.machine.Prerequisite;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemFaultsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration A_MOMENT = Duration.ofMillis(200);

    @TempDir
    Path directory;

    private SystemFaults faults;
    private ChildJvm child;

    @BeforeEach
    void start() {
        Prerequisite.require(SystemFaults.availability());
        faults = SystemFaults.create();
        child = JvmLaunch.of(DiskMain.class)
                .on(faults)
                .start(directory.resolve("file").toString());
    }

    @AfterEach
    void end() {
        child.close();
    }

    @Test
    void theWallClockStepsWhileTheProcessRunsAndTheMonotonicClockDoesNot() {
        assertThat(ahead()).isLessThan(Duration.ofMinutes(1));
        faults.clockAhead(Duration.ofHours(5).plusMillis(300));
        assertThat(ahead()).isBetween(Duration.ofHours(4), Duration.ofHours(6));
        faults.clockAhead(Duration.ofHours(-5).plusMillis(300));
        assertThat(ahead()).isBetween(Duration.ofHours(-6), Duration.ofHours(-4));
        faults.heal();
        assertThat(ahead().abs()).isLessThan(Duration.ofMinutes(1));
    }

    private Duration ahead() {
        long before = System.nanoTime();
        String[] words = ask("time").split(" ", -1);
        assertThat(Long.parseLong(words[1])).isBetween(before, System.nanoTime());
        return Duration.ofMillis(Long.parseLong(words[0]) - System.currentTimeMillis());
    }

    @Test
    void aSyncWaitsUntilItMayGoOn() {
        faults.stallSyncs(true);
        child.send("sync");
        assertThatThrownBy(() -> child.expect("sync", A_MOMENT)).isInstanceOf(AssertionError.class);
        faults.stallSyncs(false);
        assertThat(child.expect("sync", PATIENCE)).isEqualTo("sync done");
    }

    @Test
    void aFullDiskTakesNothing() {
        assertThat(ask("write")).isEqualTo("done");
        faults.fillDisk(true);
        assertThat(ask("write")).startsWith("failed: No space left");
        faults.fillDisk(false);
        assertThat(ask("write")).isEqualTo("done");
    }

    private String ask(String order) {
        child.send(order);
        return child.expect(order + " ", PATIENCE).substring(order.length() + 1);
    }
}
