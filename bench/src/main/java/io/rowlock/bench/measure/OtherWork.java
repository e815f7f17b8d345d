package io.rowlock.bench.measure;

import java.util.OptionalDouble;

/**
 * The work of the machine, and the part of it that is the benchmark's: this JVM and all processes that descend from it. The
 * rest is the work of others, and some of the kernel's on our behalf.
 *
 * @param machine what the machine has done
 * @param ownTicks how long our processes have computed, in hundredths of a second
 */
public record OtherWork(MachineLoad machine, double ownTicks) {
    private static final double MILLIS_PER_TICK = 10;

    /** A second. In less, a single tick more or less would be a large share. */
    private static final long LEAST = 100L * Runtime.getRuntime().availableProcessors();

    /** So far. */
    public static OtherWork now() {
        double own = CpuTime.millis(ProcessHandle.current().pid());
        return new OtherWork(MachineLoad.now(), own / MILLIS_PER_TICK);
    }

    /** The share of the processors that others have used since; empty within a second, and where it is not counted. */
    public OptionalDouble since(OtherWork earlier) {
        long passed = machine.all() - earlier.machine.all();
        double others = machine.working() - earlier.machine.working() - (ownTicks - earlier.ownTicks);
        return passed >= LEAST ? OptionalDouble.of(Math.max(0, others / passed)) : OptionalDouble.empty();
    }
}
