package io.rowlock.bench.measure;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The load of the machine, as Linux counts it. While the benchmark itself does nothing, others are the reason for it.
 *
 * @param working time in which processors worked, of all processors together, in hundredths of a second
 * @param waiting time in which they waited for a disk
 * @param all all time
 */
public record MachineLoad(long working, long waiting, long all) {
    private static final Path STAT = Path.of("/proc/stat");

    /** Fields of the first line of {@code /proc/stat}, counted without its name. */
    private static final int IDLE = 3;

    private static final int WAITING = 4;

    private static final int GUEST = 8;

    /** From the start of the machine until now; empty of all numbers where that is not counted. */
    public static MachineLoad now() {
        try (Stream<String> lines = Files.lines(STAT)) {
            return lines.findFirst().map(MachineLoad::parse).orElseGet(() -> new MachineLoad(0, 0, 0));
        } catch (IOException notLinux) {
            return new MachineLoad(0, 0, 0);
        }
    }

    /** Guests' time is counted within that of users already. */
    static MachineLoad parse(String line) {
        long[] ticks = Arrays.stream(line.split("\\s+"))
                .skip(1)
                .limit(GUEST)
                .mapToLong(Long::parseLong)
                .toArray();
        long all = LongStream.of(ticks).sum();
        return new MachineLoad(all - ticks[IDLE] - ticks[WAITING], ticks[WAITING], all);
    }

    /** The share of the processors that were busy since an earlier moment; empty where that is not counted. */
    OptionalDouble since(MachineLoad earlier) {
        long passed = all - earlier.all;
        long busy = working + waiting - earlier.working - earlier.waiting;
        return passed > 0 ? OptionalDouble.of((double) busy / passed) : OptionalDouble.empty();
    }

    /** The share of the processors that are busy during the next second, in words. */
    public static String sample() throws InterruptedException {
        MachineLoad before = now();
        Thread.sleep(1_000);
        return words(now().since(before));
    }

    /** A share, for people. */
    public static String words(OptionalDouble share) {
        return share.isEmpty() ? "unknown" : String.format(Locale.ROOT, "%.0f %%", share.getAsDouble() * 100);
    }

    /** How many threads were running or ready to run, on average of the last minute, in words. */
    public static String average() {
        double average = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return average < 0 ? "unknown" : String.format(Locale.ROOT, "%.1f", average);
    }
}
