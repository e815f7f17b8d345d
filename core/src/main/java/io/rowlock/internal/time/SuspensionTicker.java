package io.rowlock.internal.time;

import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A monotonic clock that does not stand still while the machine sleeps.
 *
 * <p>The JVM's clock leaves out the time that a laptop was suspended. The boot clock counts it. Their difference is
 * added once it exceeds both clocks' inaccuracy. The boot clock is read only for decisions that matter, because that costs a system
 * call. A virtual machine that is paused from outside sees neither clock run; nothing inside can detect that.
 */
public final class SuspensionTicker implements Ticker {
    /** The clock of this machine. */
    public static final Ticker SYSTEM = new SuspensionTicker(System::nanoTime, BootClock.ofThisMachine());

    /** How long one reading serves all callers, so that ten thousand holds cost one. */
    private static final long FRESH = 1_000_000;

    private static final long INACCURACY = 100_000_000;

    private final LongSupplier monotonic;
    private final BootClock bootClock;
    private final long behindAtStart;
    private final AtomicLong suspended = new AtomicLong();
    private volatile long readAt;

    SuspensionTicker(LongSupplier monotonic, BootClock bootClock) {
        this.monotonic = monotonic;
        this.bootClock = bootClock;
        behindAtStart = behind().orElse(0);
        readAt = monotonic.getAsLong();
    }

    @Override
    public long nanos() {
        return monotonic.getAsLong() + suspended.get();
    }

    @Override
    public long nanosForSure() {
        long now = monotonic.getAsLong();
        if (now - readAt > FRESH) {
            behind().ifPresent(behind -> note(behind - behindAtStart));
            readAt = now;
        }
        return nanos();
    }

    /** How far the monotonic clock is behind the boot clock. */
    private OptionalLong behind() {
        OptionalLong boot = bootClock.nanos();
        return boot.isPresent() ? OptionalLong.of(boot.getAsLong() - monotonic.getAsLong()) : OptionalLong.empty();
    }

    private void note(long slept) {
        suspended.updateAndGet(known -> slept > known + INACCURACY ? slept : known);
    }
}
