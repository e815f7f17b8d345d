package io.rowlock.engines.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.engines.machine.Cache;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

@ResourceLock(Resources.SYSTEM_PROPERTIES)
class CacheTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    Path root;

    @BeforeEach
    void useOwnDirectory() {
        System.setProperty("rowlock.testkit.cache", root.toString());
    }

    @AfterEach
    void useTheCommonOne() {
        System.clearProperty("rowlock.testkit.cache");
    }

    @Test
    void fillsOnce() {
        Path first = Cache.entry("thing", empty -> Files.writeString(empty.resolve("content"), "1"));
        Path second = Cache.entry("thing", empty -> Files.writeString(empty.resolve("content"), "2"));

        assertThat(second).isEqualTo(first);
        assertThat(second.resolve("content")).hasContent("1");
    }

    @Test
    void aFailedFillingLeavesNothingBehindThatCouldBeTakenForIt() {
        assertThatThrownBy(() -> Cache.entry("thing", empty -> {
                    Files.writeString(empty.resolve("half"), "1");
                    throw new IOException("disk full");
                }))
                .isInstanceOf(UncheckedIOException.class);

        Path entry = Cache.entry("thing", empty -> Files.writeString(empty.resolve("whole"), "2"));

        assertThat(entry).isDirectoryContaining("glob:**whole").isDirectoryNotContaining("glob:**half");
    }

    @Test
    void twoJvmsFillOnce() {
        JvmLaunch filler = JvmLaunch.of(FillMain.class).option("-Drowlock.testkit.cache=" + root);
        try (ChildJvm first = filler.start();
                ChildJvm second = filler.start()) {
            first.expect("ready", SOON);
            second.expect("ready", SOON);
            first.send("fill");
            second.send("fill");
            String one = first.expect("content ", SOON);

            assertThat(second.expect("content ", SOON)).isEqualTo(one);
        }
    }
}
