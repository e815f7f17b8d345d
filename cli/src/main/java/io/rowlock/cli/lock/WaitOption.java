package io.rowlock.cli.lock;

import io.rowlock.cli.text.Spans;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The option that says how long to wait for a lock. */
public final class WaitOption {
    @Option(
            names = "--wait",
            paramLabel = "TIME",
            converter = Spans.class,
            description = "How long to wait for the lock. Default: not at all.")
    private Duration wait = Duration.ZERO;

    public Duration duration() {
        return wait;
    }
}
