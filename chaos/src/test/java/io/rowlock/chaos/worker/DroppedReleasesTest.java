package io.rowlock.chaos.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.chaos.client.LockClient;
import io.rowlock.chaos.client.LockHandle;
import io.rowlock.chaos.history.Event;
import io.rowlock.chaos.history.HistoryFile;
import io.rowlock.chaos.history.HistoryWriter;
import io.rowlock.chaos.history.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The record of releases that a client dropped, of a client that only counts. */
class DroppedReleasesTest {
    @TempDir
    Path directory;

    private final AtomicInteger count = new AtomicInteger();

    @Test
    void aDroppedReleaseIsRecordedWhileTheWorkerGoesOn() {
        try (HistoryWriter history = file().writer();
                DroppedReleases dropped = new DroppedReleases(new Counting(), history)) {
            dropped.watch();
            count.set(2);
            Awaitility.await("the record").until(() -> !recorded().isEmpty());
            assertThat(recorded()).containsExactly("2");
        }
        assertThat(recorded()).containsExactly("2");
    }

    @Test
    void oneThatHappensWhileTheClientIsClosedIsRecordedAtTheEnd() {
        try (HistoryWriter history = file().writer()) {
            new DroppedReleases(new Counting(), history).close();
            assertThat(recorded()).isEmpty();
            count.set(1);
            new DroppedReleases(new Counting(), history).close();
        }
        assertThat(recorded()).containsExactly("1");
    }

    private HistoryFile file() {
        return HistoryFile.in(directory, "worker-1");
    }

    private List<String> recorded() {
        List<Event> events = new ArrayList<>();
        file().read(events::add);
        assertThat(events).allMatch(event -> event.kind() == Kind.RELEASE_DROPPED);
        return events.stream().map(Event::note).toList();
    }

    private final class Counting implements LockClient {
        @Override
        public int droppedReleases() {
            return count.get();
        }

        @Override
        public Optional<LockHandle> acquire(String lock, Duration wait, boolean renewed) {
            return Optional.empty();
        }

        @Override
        public boolean guards() {
            return false;
        }

        @Override
        public boolean renews() {
            return false;
        }

        @Override
        public void close() {}
    }
}
