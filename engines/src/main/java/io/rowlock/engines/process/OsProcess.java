package io.rowlock.engines.process;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * A process of the operating system, with its children, that can be frozen, thawed and killed. It does not outlive this
 * JVM, however that ends.
 */
public final class OsProcess {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Process process;

    private OsProcess(Process process) {
        this.process = process;
    }

    public static OsProcess start(ProcessBuilder builder) {
        try {
            Process process = builder.start();
            Watchdog.kill(process);
            return new OsProcess(process);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Sends it a signal, not to its children. */
    public void send(Signal signal) {
        signal.send(List.of(pid()));
    }

    /** Stops it and its children where they stand; returns when they stand. */
    public void freeze() {
        List<Long> family = stillFamily();
        Signal.STOP.send(family);
        awaitAll(family, state -> state != ProcessState.RUNNING, "frozen");
    }

    /** Lets it and its children go on. */
    public void thaw() {
        List<Long> family = family();
        Signal.CONT.send(family);
        awaitAll(family, state -> state != ProcessState.FROZEN, "thawed");
    }

    /** Kills it and its children at once, as a power cut would; returns when they are gone. */
    public void kill() {
        List<Long> family = stillFamily();
        Signal.KILL.send(family);
        awaitAll(family, state -> state == ProcessState.GONE, "killed");
        awaitExit(PATIENCE);
    }

    /** Waits for its end, and tells whether it came. */
    public boolean awaitExit(Duration patience) {
        try {
            return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the end of process " + pid(), e);
        }
    }

    public int exitCode() {
        return process.exitValue();
    }

    public Process process() {
        return process;
    }

    /** It and its children, of which it has no more from here on: a server might fork one while we count. */
    private List<Long> stillFamily() {
        send(Signal.STOP);
        awaitAll(List.of(pid()), state -> state != ProcessState.RUNNING, "stopped");
        return family();
    }

    private List<Long> family() {
        List<Long> pids = new ArrayList<>(List.of(pid()));
        process.descendants().map(ProcessHandle::pid).forEach(pids::add);
        return pids;
    }

    private static void awaitAll(List<Long> pids, Predicate<ProcessState> wanted, String condition) {
        await("processes " + pids + " " + condition)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(2))
                .until(() -> pids.stream().map(ProcessState::of).allMatch(wanted));
    }
}
