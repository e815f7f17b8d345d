package io.rowlock.engines.process;

import io.rowlock.engines.machine.Availability;
import io.rowlock.engines.machine.CCompiler;
import io.rowlock.engines.machine.Machine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * A wall clock that is wrong by some whole seconds, for a {@link ChildJvm}. A few lines of C, compiled on first use and
 * loaded before the C library, shift the real-time clock as the child reads it; its monotonic clock, and with it
 * {@code System.nanoTime()} and every relative wait, stays right. (An absolute wait, {@code LockSupport.parkUntil}, is
 * timed by the kernel, whose clock is not shifted.)
 *
 * @param ahead how far the clock is ahead; negative when it is behind
 */
public record SkewedClock(Duration ahead) {

    private static final String LIBRARY = "librowlockclock.so";

    private static final String SOURCE = """
            #define _GNU_SOURCE
            #include <stdlib.h>
            #include <sys/syscall.h>
            #include <sys/time.h>
            #include <time.h>
            #include <unistd.h>

            static long ahead(void) {
                const char *seconds = getenv("ROWLOCK_CLOCK_AHEAD");
                return seconds ? atol(seconds) : 0;
            }

            int clock_gettime(clockid_t clock, struct timespec *now) {
                int result = syscall(SYS_clock_gettime, clock, now);
                if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
                    now->tv_sec += ahead();
                }
                return result;
            }

            """ + ClockSource.OTHER_CLOCKS;

    public static SkewedClock ahead(Duration skew) {
        return new SkewedClock(skew);
    }

    public static SkewedClock behind(Duration skew) {
        return new SkewedClock(skew.negated());
    }

    public static Availability availability() {
        Availability system = Machine.linuxOnAmd64();
        return system.isAvailable() ? CCompiler.availability() : system;
    }

    public Map<String, String> environment() {
        availability().orThrow();
        Path library = CCompiler.sharedLibrary(LIBRARY, SOURCE).resolve(LIBRARY);
        return Map.of("LD_PRELOAD", library.toString(), "ROWLOCK_CLOCK_AHEAD", Long.toString(ahead.toSeconds()));
    }
}
