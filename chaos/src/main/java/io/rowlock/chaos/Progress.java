package io.rowlock.chaos;

import io.rowlock.chaos.history.HistoryFile;
import io.rowlock.chaos.history.Kind;
import io.rowlock.chaos.run.Conductor;
import io.rowlock.chaos.run.RunPlan;
import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Says while a run goes on how far it is, what is broken just now, and how many locks were granted. */
final class Progress implements Conductor.Watch {
    private static final Duration EVERY = Duration.ofSeconds(2);
    private static final String GRANTED = " " + Kind.GRANTED + " ";

    private final RunPlan plan;
    private final PrintStream out;
    private final Map<HistoryFile, Long> read = new HashMap<>();
    private Duration last = Duration.ZERO;
    private long granted;

    Progress(RunPlan plan, PrintStream out) {
        this.plan = plan;
        this.out = out;
    }

    @Override
    public boolean hasSeenEnough() {
        return false;
    }

    @Override
    public void tell(String fault, Duration elapsed) {
        if (elapsed.minus(last).compareTo(EVERY) < 0) {
            return;
        }
        last = elapsed;
        HistoryFile.all(plan.directory()).stream()
                .filter(HistoryFile::isWorkers)
                .forEach(this::count);
        out.printf(
                "%4d of %d s  %,9d granted  %s%n",
                elapsed.toSeconds(), plan.time().toSeconds(), granted, fault);
    }

    /** Counts in what was added since the last time. */
    private void count(HistoryFile file) {
        try (RandomAccessFile bytes = new RandomAccessFile(file.path().toFile(), "r")) {
            long from = read.getOrDefault(file, 0L);
            byte[] added = new byte[(int) Math.min(Integer.MAX_VALUE - 8, bytes.length() - from)];
            bytes.seek(from);
            bytes.readFully(added);
            String text = new String(added, StandardCharsets.ISO_8859_1);
            int end = text.lastIndexOf('\n') + 1;
            for (int at = text.indexOf(GRANTED); at >= 0 && at < end; at = text.indexOf(GRANTED, at + 1)) {
                granted++;
            }
            read.put(file, from + end);
        } catch (IOException notThereYet) {
            // The next time.
        }
    }
}
