package io.rowlock.engines.worker;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockInterruptedException;
import io.rowlock.Rowlock;
import io.rowlock.engines.process.ChildJvm;
import io.rowlock.engines.process.ScratchDirectory;
import io.rowlock.engines.server.UrlDataSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * A program that locks in many virtual threads, as a {@link ChildJvm} of JDK 21 or later. They count under one lock;
 * every third is interrupted while it does. Then it says {@code counted STEPS of ENTRIES interrupted THREADS pinned
 * TIMES}: how far the count came, how often the lock was entered, how many threads were stopped by an interrupt, and how
 * often one kept its carrier while it waited in Rowlock.
 */
public final class VirtualWorker {
    private static final String PINNED = "jdk.VirtualThreadPinned";
    private static final int ROUNDS = 3;
    private static final Duration WAIT = Duration.ofMinutes(2);

    private final DistributedLock lock;
    private final AtomicInteger steps = new AtomicInteger();
    private final AtomicInteger entries = new AtomicInteger();
    private final AtomicInteger interrupted = new AtomicInteger();

    private VirtualWorker(DistributedLock lock) {
        this.lock = lock;
    }

    /**
     * Runs the threads to their end.
     *
     * @param args address, user and password of the database, the lock table's name, the lock's, and how many threads
     * @throws Exception when it fails
     */
    public static void main(String[] args) throws Exception {
        try (Recording recording = new Recording();
                Rowlock rowlock = Rowlock.builder(new UrlDataSource(args[0], args[1], args[2]))
                        .table(args[3])
                        .build()) {
            recording.enable(PINNED).withStackTrace().withThreshold(Duration.ofMillis(5));
            recording.start();
            VirtualWorker worker =
                    new VirtualWorker(rowlock.lock(LockDefinition.of(args[4]).withWait(WAIT)));
            worker.run(Integer.parseInt(args[5]));
            recording.stop();
            System.out.println("counted " + worker.steps + " of " + worker.entries + " interrupted "
                    + worker.interrupted + " pinned " + pinned(recording));
        }
    }

    private static long pinned(Recording recording) throws IOException {
        Path file = ScratchDirectory.create("jfr").resolve("pinned.jfr");
        recording.dump(file);
        return RecordingFile.readAllEvents(file).stream()
                .filter(VirtualWorker::isOurs)
                .count();
    }

    private static boolean isOurs(RecordedEvent event) {
        return event.getEventType().getName().equals(PINNED)
                && event.getStackTrace() != null
                && event.getStackTrace().getFrames().stream()
                        .anyMatch(frame -> frame.getMethod().getType().getName().startsWith("io.rowlock.internal."));
    }

    private void run(int threads) throws Exception {
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            all.add(startVirtual(this::count));
        }
        for (int i = 0; i < threads; i += 3) {
            all.get(i).interrupt();
        }
        for (Thread thread : all) {
            thread.join();
        }
    }

    /** There are none in the JDK that this is compiled for. */
    private static Thread startVirtual(Runnable task) throws ReflectiveOperationException {
        return (Thread)
                Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
    }

    private void count() {
        try {
            for (int round = 0; round < ROUNDS; round++) {
                try (Hold hold = lock.acquire()) {
                    int seen = steps.get();
                    LockSupport.parkNanos(1_000);
                    steps.set(seen + 1);
                    entries.incrementAndGet();
                }
            }
        } catch (LockInterruptedException stopped) {
            interrupted.addAndGet(Thread.currentThread().isInterrupted() ? 1 : 0);
        }
    }
}
