package io.rowlock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.engines.machine.Prerequisite;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScriptTest {
    @TempDir
    Path empty;

    @Test
    void whereItIsMissingContinuousIntegrationFailsAndSaysWhatToInstall() {
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> Prerequisite.require(Script.availability(":" + empty), true))
                .withMessageContaining("install util-linux");
    }

    @Test
    void itIsFoundOnThePath() throws Exception {
        assertThat(empty.resolve("script").toFile().createNewFile()).isTrue();
        assertThat(empty.resolve("script").toFile().setExecutable(true)).isTrue();

        assertThat(Script.availability("/nowhere:" + empty).isAvailable()).isTrue();
    }
}
