package io.rowlock.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** How long a server's processes have computed, as Linux counts it: in hundredths of a second. */
public final class CpuTime {
    private static final double MILLIS_PER_TICK = 10;

    /** Fields of {@code /proc/PID/stat}, counted after the name, which may hold blanks. */
    private static final int USER = 11;

    private static final int OF_ENDED_CHILDREN = 13;

    private CpuTime() {}

    /** Of a process, all that descend from it, and those of them that have ended. In milliseconds. */
    public static double millis(long pid) {
        Stream<ProcessHandle> all = ProcessHandle.of(pid).stream()
                .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()));
        return all.mapToLong(process -> ticks(process.pid(), USER) + ticks(process.pid(), OF_ENDED_CHILDREN))
                        .sum()
                * MILLIS_PER_TICK;
    }

    /** A field and the one after it: time in the program, and in the kernel on its behalf. */
    private static long ticks(long pid, int field) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return Long.parseLong(fields[field]) + Long.parseLong(fields[field + 1]);
        } catch (IOException ended) {
            return 0;
        }
    }
}
