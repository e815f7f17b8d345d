package io.rowlock.engines.server;

import static org.awaitility.Awaitility.await;

import io.rowlock.engines.machine.Ports;
import io.rowlock.engines.process.OsProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import org.awaitility.core.ConditionTimeoutException;

/** A database server's process. It keeps its port and its data when it ends and starts again. Thread-safe. */
public final class Server {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int ATTEMPTS = 3;

    private final Launch launch;
    private final int port;
    private OsProcess process;

    private Server(Launch launch, int port) {
        this.launch = launch;
        this.port = port;
        this.process = started();
    }

    /** Starts one on a free port. Between the choice of a port and its use another process may take it. */
    public static Server start(Launch launch) {
        for (int attempt = 1; ; attempt++) {
            try {
                return new Server(launch, Ports.free());
            } catch (IllegalStateException portTaken) {
                if (attempt == ATTEMPTS) {
                    throw portTaken;
                }
            }
        }
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** The number of its process, which another start changes. */
    public synchronized long pid() {
        return process.pid();
    }

    public synchronized void start() {
        if (!process.isAlive()) {
            process = started();
        }
    }

    public synchronized void stop(Stop how) {
        if (how == Stop.GRACEFUL) {
            process.send(launch.shutdown());
            process.awaitExit(PATIENCE);
        }
        process.kill();
    }

    public synchronized void freeze() {
        process.freeze();
    }

    public synchronized void thaw() {
        process.thaw();
    }

    public synchronized boolean isRunning() {
        return process.isAlive();
    }

    public Console console() {
        return launch.console().apply(port);
    }

    private OsProcess started() {
        OsProcess fresh = OsProcess.start(launch.process(port));
        try {
            awaitAnswer(fresh);
        } catch (ConditionTimeoutException silent) {
            fresh.kill();
        }
        if (!fresh.isAlive()) {
            throw new IllegalStateException("the server ended with " + fresh.exitCode() + ":\n" + log());
        }
        return fresh;
    }

    private void awaitAnswer(OsProcess fresh) {
        await("the server's first answer")
                .atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> !fresh.isAlive() || console().answers());
    }

    private String log() {
        try {
            return Files.readString(launch.log(), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
