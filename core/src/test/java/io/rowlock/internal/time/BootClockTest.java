package io.rowlock.internal.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class BootClockTest {

    /** A checkpoint of the process (CRaC) rejects open files. */
    @Test
    void noFileOfTheSystemStaysOpenAfterAReading() throws IOException {
        BootClock clock = BootClock.ofThisMachine();

        assertThat(clock.nanos()).isPresent();
        assertThat(SuspensionTicker.SYSTEM.nanosForSure()).isNotZero();

        assertThat(openFiles()).isNotEmpty().noneMatch(file -> file.endsWith("/uptime"));
    }

    private static List<String> openFiles() throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors.map(BootClockTest::target).toList();
        }
    }

    /** A descriptor that was closed meanwhile leads nowhere. */
    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (NoSuchFileException closed) {
            return "";
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
