package io.rowlock.engines.process;

import io.rowlock.engines.machine.Availability;
import io.rowlock.engines.machine.CCompiler;
import io.rowlock.engines.machine.Machine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;

/**
 * The operating system under a process, which fails on demand, while the process runs: its wall clock steps, its syncs stall,
 * its disk is full. A few lines of C, compiled on first use and loaded before the C library, read from a shared file what is
 * to fail. The monotonic clock stays right, and so does every relative wait. Thread-safe.
 *
 * <p>{@link SkewedClock} is the same for a clock that is wrong from the beginning.
 */
public final class SystemFaults {
    private static final String LIBRARY = "librowlockfaults.so";
    private static final int SIZE = 16;
    private static final int STALL = 8;
    private static final int FULL = 12;

    private static final String SOURCE = """
            #define _GNU_SOURCE
            #include <errno.h>
            #include <fcntl.h>
            #include <stdlib.h>
            #include <sys/mman.h>
            #include <sys/stat.h>
            #include <sys/syscall.h>
            #include <sys/time.h>
            #include <sys/uio.h>
            #include <time.h>
            #include <unistd.h>

            struct faults { long long ahead; int stall; int full; };
            static volatile struct faults none;
            static volatile struct faults *faults = &none;

            __attribute__((constructor)) static void find(void) {
                const char *path = getenv("ROWLOCK_FAULTS");
                int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
                if (file >= 0) {
                    void *shared = mmap(0, sizeof(struct faults), PROT_READ, MAP_SHARED, file, 0);
                    if (shared != MAP_FAILED) {
                        faults = shared;
                    }
                    close(file);
                }
            }

            int clock_gettime(clockid_t clock, struct timespec *now) {
                int result = syscall(SYS_clock_gettime, clock, now);
                if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
                    long long nanos = now->tv_nsec + faults->ahead % 1000000 * 1000;
                    now->tv_sec += faults->ahead / 1000000;
                    if (nanos < 0) {
                        nanos += 1000000000;
                        now->tv_sec--;
                    } else if (nanos >= 1000000000) {
                        nanos -= 1000000000;
                        now->tv_sec++;
                    }
                    now->tv_nsec = nanos;
                }
                return result;
            }

            """ + ClockSource.OTHER_CLOCKS + """

            static void stall(void) {
                struct timespec moment = {0, 5000000};
                while (faults->stall) {
                    syscall(SYS_nanosleep, &moment, 0);
                }
            }

            int fsync(int file) {
                stall();
                return syscall(SYS_fsync, file);
            }

            int fdatasync(int file) {
                stall();
                return syscall(SYS_fdatasync, file);
            }

            /* Writes to a socket or to the server's log do not go to the full disk. */
            static int fails(int file) {
                struct stat status;
                if (!faults->full || file <= 2 || syscall(SYS_fstat, file, &status) != 0 || !S_ISREG(status.st_mode)) {
                    return 0;
                }
                errno = ENOSPC;
                return 1;
            }

            ssize_t write(int file, const void *from, size_t size) {
                return fails(file) ? -1 : syscall(SYS_write, file, from, size);
            }

            ssize_t pwrite(int file, const void *from, size_t size, off_t at) {
                return fails(file) ? -1 : syscall(SYS_pwrite64, file, from, size, at);
            }

            ssize_t pwrite64(int file, const void *from, size_t size, off_t at) {
                return fails(file) ? -1 : syscall(SYS_pwrite64, file, from, size, at);
            }

            ssize_t pwritev(int file, const struct iovec *from, int count, off_t at) {
                return fails(file) ? -1 : syscall(SYS_pwritev, file, from, count, at, 0);
            }

            ssize_t pwritev64(int file, const struct iovec *from, int count, off_t at) {
                return fails(file) ? -1 : syscall(SYS_pwritev, file, from, count, at, 0);
            }
            """;

    private final Path file;

    private SystemFaults(Path file) {
        this.file = file;
    }

    /** Whether there can be such: it takes Linux and a C compiler. */
    public static Availability availability() {
        Availability system = Machine.linuxOnAmd64();
        return system.isAvailable() ? CCompiler.availability() : system;
    }

    /** Nothing fails yet. */
    public static SystemFaults create() {
        availability().orThrow();
        try {
            Path directory = ScratchDirectory.create("faults");
            // Servers run as other users.
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
            Path file = Files.write(directory.resolve("faults"), new byte[SIZE]);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
            return new SystemFaults(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The variables that the process needs in its environment. */
    public Map<String, String> environment() {
        Path library = CCompiler.sharedLibrary(LIBRARY, SOURCE).resolve(LIBRARY);
        return Map.of("LD_PRELOAD", library.toString(), "ROWLOCK_FAULTS", file.toString());
    }

    /** Sets the wall clock ahead of the right time by this much, or behind it. */
    public void clockAhead(Duration ahead) {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
        write(0, bytes.putLong(ahead.toNanos() / 1_000).flip());
    }

    /** Makes every sync of a file wait until this is taken back. */
    public void stallSyncs(boolean stall) {
        write(STALL, flag(stall));
    }

    /** Has every write to a file fail until this is taken back. */
    public void fillDisk(boolean full) {
        write(FULL, flag(full));
    }

    /** Nothing fails any more. */
    public void heal() {
        clockAhead(Duration.ZERO);
        stallSyncs(false);
        fillDisk(false);
    }

    private static ByteBuffer flag(boolean set) {
        return ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.nativeOrder())
                .putInt(set ? 1 : 0)
                .flip();
    }

    private void write(long at, ByteBuffer bytes) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(bytes, at);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
