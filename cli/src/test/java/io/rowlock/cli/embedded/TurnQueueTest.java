package io.rowlock.cli.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TurnQueueTest {

    @TempDir
    private Path directory;

    /** In the future: the clock was set back after the process was killed. An urgent file comes before all that are not. */
    @ParameterizedTest
    @ValueSource(strings = {"-PT1H", "PT1H"})
    void theFileOfAProcessThatWasKilledHoldsNobodyUp(Duration marked) throws IOException {
        Path killed = Files.createFile(directory.resolve("0-00000000010000000000-1"));
        Files.setLastModifiedTime(killed, FileTime.from(Instant.now().plus(marked)));
        try (TurnQueue.Ticket ticket = new TurnQueue(directory).enter()) {
            assertThat(ticket.before()).isZero();
            assertThat(killed).doesNotExist();
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aProcessThatHoldsALockComesBeforeThoseThatWaitForOne() throws IOException {
        TurnQueue holder = new TurnQueue(directory);
        holder.urgent(true);
        try (TurnQueue.Ticket first = new TurnQueue(directory).enter();
                TurnQueue.Ticket urgent = holder.enter()) {
            assertThat(first.before()).isZero();
            assertThat(urgent.before()).isZero();
            assertThat(first.before()).isOne();
        }
    }
}
