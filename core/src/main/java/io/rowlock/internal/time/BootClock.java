package io.rowlock.internal.time;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

/** The time since the machine was started, including suspensions, which the monotonic clock leaves out. */
@FunctionalInterface
interface BootClock {

    /** Nanoseconds since the start, to about ten milliseconds; empty where the system does not say. */
    OptionalLong nanos();

    /** The clock of this machine on Linux; elsewhere one without a reading. */
    static BootClock ofThisMachine() {
        BootClock uptime = new Uptime();
        return uptime.nanos().isPresent() ? uptime : OptionalLong::empty;
    }

    /** Linux's uptime. The file is opened for each reading, some ten microseconds, because a checkpoint of the process allows no open file. */
    final class Uptime implements BootClock {
        private static final long NANOS_PER_SECOND = 1_000_000_000;
        private static final int LONGEST = 64;

        private volatile boolean unreadable;

        private Uptime() {}

        @Override
        public OptionalLong nanos() {
            if (unreadable) {
                return OptionalLong.empty();
            }
            try (InputStream file = new FileInputStream("/proc/uptime")) {
                String seconds = new String(file.readNBytes(LONGEST), StandardCharsets.US_ASCII).split(" ", 2)[0];
                return OptionalLong.of((long) (Double.parseDouble(seconds) * NANOS_PER_SECOND));
            } catch (FileNotFoundException elsewhere) {
                // Either not Linux, or the process has too many open files, which passes.
                return OptionalLong.empty();
            } catch (IOException | RuntimeException broken) {
                unreadable = true;
                return OptionalLong.empty();
            }
        }
    }
}
