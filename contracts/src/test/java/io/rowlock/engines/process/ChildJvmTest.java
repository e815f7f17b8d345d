package io.rowlock.engines.process;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChildJvmTest {

    private static final Duration SOON = ofSeconds(20);
    private static final JvmLaunch ECHO = JvmLaunch.of(EchoMain.class);

    @Test
    void talksInLines() {
        try (ChildJvm child = ECHO.option("-Duser.timezone=Asia/Tokyo").start("one", "two")) {
            assertThat(child.expect("ready", SOON)).isEqualTo("ready one two");
            child.send("hello");
            child.send("zone");
            assertThat(child.expect("zone", SOON)).isEqualTo("zone Asia/Tokyo");
        }
    }

    @Test
    void saysNothingWhileFrozen() {
        try (ChildJvm child = ECHO.start()) {
            child.expect("ready", SOON);
            child.freeze();
            child.send("hello");
            assertThatThrownBy(() -> child.expect("echo", ofMillis(300))).isInstanceOf(AssertionError.class);

            child.thaw();

            assertThat(child.expect("echo", SOON)).isEqualTo("echo hello");
        }
    }

    @Test
    void isGoneOnceKilledAlsoWhileFrozen() {
        try (ChildJvm child = ECHO.start()) {
            child.expect("ready", SOON);
            child.freeze();
            child.kill();

            assertThat(child.isAlive()).isFalse();
            assertThat(child.awaitExit(SOON)).isEqualTo(128 + 9);
        }
    }

    @Test
    void exitsByItself() {
        try (ChildJvm child = ECHO.start()) {
            child.send("exit");
            assertThat(child.awaitExit(SOON)).isEqualTo(3);
        }
    }

    @Test
    void failuresTellItsStory() {
        try (ChildJvm child = ECHO.start()) {
            child.expect("ready", SOON);
            child.send("hello");

            assertThatThrownBy(() -> child.expect("bye", ofMillis(500)))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContainingAll("alive", "said no 'bye'", "echo hello", "echo is up");
        }
    }

    @Test
    void nothingOutlivesAParentThatIsKilled() {
        try (ChildJvm parent = JvmLaunch.of(ParentMain.class).start()) {
            Path directory = Path.of(parent.expect("directory ", SOON).substring("directory ".length()));
            long grandchild = Long.parseLong(parent.expect("frozen ", SOON).substring("frozen ".length()));
            assertThat(ProcessState.of(grandchild)).isEqualTo(ProcessState.FROZEN);
            assertThat(directory).isDirectory();
            Signal.KILL.send(List.of(parent.pid()));

            await().until(() -> ProcessState.of(grandchild) == ProcessState.GONE && Files.notExists(directory));
        }
    }
}
