package io.rowlock.internal.engine;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The time since the machine was started, suspensions included: what the monotonic clock leaves out. */
@FunctionalInterface
interface BootClock {

    /** Nanoseconds since the start, to about ten milliseconds; empty where the system does not tell. */
    OptionalLong nanos();

    /** The clock of this machine, if it is a Linux; elsewhere one that tells nothing. */
    static BootClock ofThisMachine() {
        try {
            return new Uptime(new RandomAccessFile("/proc/uptime", "r"));
        } catch (IOException elsewhere) {
            return OptionalLong::empty;
        }
    }

    /** Linux's uptime, read from a file that is kept open; a read costs a few microseconds. */
    final class Uptime implements BootClock {
        private static final long NANOS_PER_SECOND = 1_000_000_000;

        private final byte[] text = new byte[64];
        private @Nullable RandomAccessFile file;

        private Uptime(RandomAccessFile file) {
            this.file = file;
        }

        @Override
        public synchronized OptionalLong nanos() {
            if (file == null) {
                return OptionalLong.empty();
            }
            try {
                file.seek(0);
                int length = file.read(text);
                String seconds = new String(text, 0, length, StandardCharsets.US_ASCII).split(" ", 2)[0];
                return OptionalLong.of((long) (Double.parseDouble(seconds) * NANOS_PER_SECOND));
            } catch (IOException | RuntimeException unreadable) {
                file = null;
                return OptionalLong.empty();
            }
        }
    }
}
