package io.rowlock.chaos.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryFileTest {
    @TempDir
    Path directory;

    private final Event event = new Event(-5, Kind.LOSS_REPORTED, "lock-01", 3, 7, 9, "some words\nin one line");

    @Test
    void writtenEventsAreRead() {
        HistoryFile file = HistoryFile.in(directory, "worker-1");
        try (HistoryWriter writer = file.writer()) {
            writer.write(event);
            writer.write(Kind.RELEASING, "lock-02", 1, 2, "");
        }
        List<Event> events = read(file);
        assertThat(events).hasSize(2);
        assertThat(events.get(0))
                .isEqualTo(new Event(-5, Kind.LOSS_REPORTED, "lock-01", 3, 7, 9, "some words in one line"));
        assertThat(events.get(1).note()).isEmpty();
    }

    @Test
    void halfALineOfAProcessThatWasKilledIsPassedOver() throws IOException {
        HistoryFile file = HistoryFile.in(directory, "worker-1");
        try (HistoryWriter writer = file.writer()) {
            writer.write(event);
        }
        Files.writeString(file.path(), "17 GRAN", StandardOpenOption.APPEND);
        assertThat(read(file)).hasSize(1);
    }

    @Test
    void aLineThatIsNoneIsRejected() {
        assertThatThrownBy(() -> Event.parse("17 GRANTED lock")).hasMessageContaining("17 GRANTED lock");
    }

    @Test
    void allProcessesOfADirectoryAreFound() {
        HistoryFile.in(directory, "worker-2").writer().close();
        HistoryFile.in(directory, HistoryFile.NEMESIS).writer().close();
        assertThat(HistoryFile.all(directory)).extracting(HistoryFile::process).containsExactly("nemesis", "worker-2");
        assertThat(HistoryFile.all(directory))
                .extracting(HistoryFile::isWorkers)
                .containsExactly(false, true);
    }

    @Test
    void anEntryOfTheLedgerIsReadAsWritten() {
        LedgerEntry entry = new LedgerEntry(true, "lock-01", 1, 2, "worker-1", 3);
        assertThat(LedgerEntry.parse(entry.line())).isEqualTo(entry);
    }

    private static List<Event> read(HistoryFile file) {
        List<Event> events = new ArrayList<>();
        file.read(events::add);
        return events;
    }
}
