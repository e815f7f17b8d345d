package io.rowlock.engines.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Another JVM with this one's class path, which a test talks to in lines, freezes, and kills.
 *
 * <pre>{@code
 * try (ChildJvm child = JvmLaunch.of(Worker.class).option("-Duser.timezone=Asia/Tokyo").start("daily-report")) {
 *     child.expect("ready", ofSeconds(10));
 *     child.send("acquire");
 *     String granted = child.expect("granted ", ofSeconds(5));
 *     child.kill();
 * }
 * }</pre>
 *
 * It does not outlive {@link #close()}, nor this JVM. Its error stream is part of every failure's
 * message. One thread at a time may talk to it.
 */
public final class ChildJvm implements AutoCloseable {

    private final OsProcess process;
    private final Path errors;
    private final Writer input;
    private final BlockingQueue<String> output = new LinkedBlockingQueue<>();
    private final List<String> heard = new ArrayList<>();

    public ChildJvm(OsProcess process, Path errors) {
        this.process = process;
        this.errors = errors;
        this.input = process.process().outputWriter(StandardCharsets.UTF_8);
        Thread reader = new Thread(this::read, "child-jvm-" + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Writes a line to its standard input. */
    public void send(String line) {
        try {
            input.write(line + "\n");
            input.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(story("did not take the line '" + line + "'"), e);
        }
    }

    /** Waits for a line of its standard output that begins so, passing over others, and returns all of it. */
    public String expect(String prefix, Duration patience) {
        long start = System.nanoTime();
        while (true) {
            String line = next(patience.minusNanos(System.nanoTime() - start));
            if (line == null) {
                throw new AssertionError(story("said no '" + prefix + "' within " + patience));
            }
            heard.add(line);
            if (line.startsWith(prefix)) {
                return line;
            }
        }
    }

    /** Stops it where it stands (SIGSTOP). */
    public void freeze() {
        process.freeze();
    }

    /** Lets it go on (SIGCONT). */
    public void thaw() {
        process.thaw();
    }

    /** Kills it at once (SIGKILL), without its shutdown hooks. */
    public void kill() {
        process.kill();
    }

    /** Asks it to end (SIGTERM); its shutdown hooks run. */
    public void terminate() {
        process.send(Signal.TERM);
    }

    /** Waits for its end and returns its exit code. */
    public int awaitExit(Duration patience) {
        if (!process.awaitExit(patience)) {
            throw new AssertionError(story("did not end within " + patience));
        }
        return process.exitCode();
    }

    /** Its error stream so far. */
    public String errors() {
        try {
            return Files.readString(errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.kill();
    }

    private void read() {
        try (BufferedReader reader = process.process().inputReader(StandardCharsets.UTF_8)) {
            reader.lines().forEach(output::add);
        } catch (IOException | UncheckedIOException killed) {
            // The lines so far count; its exit code tells how it ended.
        }
    }

    private @Nullable String next(Duration patience) {
        try {
            return output.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(story("was not heard out: interrupted"), e);
        }
    }

    private String story(String failure) {
        String state = isAlive() ? "alive" : "ended with " + process.exitCode();
        return "child JVM %d (%s) %s; it said %s; errors: %s".formatted(pid(), state, failure, heard, errors());
    }
}
