package io.rowlock.cli.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A small shell beside the program, which sends it signals, stops it with all that it has started, and does so by itself
 * when this process dies: the pipe between the two ends with either of them, also by {@code kill -9}.
 *
 * <p>Without a shell the program is signalled as far as Java can, and goes on when this process is killed. Thread-safe.
 */
final class Attendant implements AutoCloseable {
    private static final String SCRIPT = script();

    private final @Nullable Process shell;
    private final @Nullable OutputStream orders;
    private @Nullable Process program;

    private Attendant(@Nullable Process shell) {
        this.shell = shell;
        orders = shell == null ? null : shell.getOutputStream();
    }

    static Attendant start(Duration grace) {
        String seconds = BigDecimal.valueOf(grace.toMillis(), 3).toPlainString();
        String wholeSeconds = Long.toString(grace.plusMillis(999).toSeconds());
        try {
            return new Attendant(
                    new ProcessBuilder(List.of("/bin/sh", "-c", SCRIPT, "rowlock-attendant", seconds, wholeSeconds))
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start());
        } catch (IOException noShell) {
            System.err.println(
                    "rowlock: cannot start /bin/sh, so that the program goes on should this process be killed: "
                            + noShell.getMessage());
            return new Attendant(null);
        }
    }

    synchronized void attend(Process started) {
        program = started;
        order(Long.toString(started.pid()));
    }

    /** Sends the program a signal. */
    synchronized void signal(String name) {
        if (!order(name) && program != null) {
            program.destroy();
        }
    }

    /** Has the program end, with all that it has started: at once by SIGTERM, after the grace by SIGKILL. */
    synchronized void stop() {
        if (!order("stop") && program != null) {
            program.descendants().forEach(ProcessHandle::destroyForcibly);
            program.destroyForcibly();
        }
    }

    /** Waits until all is stopped that was to be. */
    void awaitEnd(long millis) throws InterruptedException {
        if (shell != null) {
            shell.waitFor(millis, TimeUnit.MILLISECONDS);
        }
    }

    /** The program has ended: nothing is left to attend to. */
    @Override
    public synchronized void close() {
        order("done");
        program = null;
    }

    private boolean order(String line) {
        if (orders == null) {
            return false;
        }
        try {
            orders.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
            orders.flush();
            return true;
        } catch (IOException gone) {
            return false;
        }
    }

    private static String script() {
        try (InputStream in = Objects.requireNonNull(Attendant.class.getResourceAsStream("attendant.sh"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
