package io.rowlock.cli.run;

import io.rowlock.cli.text.Spans;
import java.time.Duration;
import picocli.CommandLine.Option;

/** How a program is stopped that has lost its lock. */
final class StopOptions {
    @Option(
            names = "--grace",
            paramLabel = "TIME",
            converter = Spans.class,
            description = "How long a program that has lost its lock may take to end after SIGTERM, before SIGKILL."
                    + " Default: 10s.")
    private Duration grace = Duration.ofSeconds(10);

    Duration grace() {
        return grace;
    }
}
