package io.rowlock.cli.lock;

import io.rowlock.LockDefinition;
import io.rowlock.LockKey;
import io.rowlock.cli.exit.CliException;
import io.rowlock.cli.text.Spans;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say how a lock is held. */
public final class LockOptions {
    @Option(
            names = "--lease",
            paramLabel = "TIME",
            converter = Spans.class,
            description =
                    "How long the database honours the lock when it is not renewed, from 1s to 24h. Default: 30s.")
    private Duration lease = LockDefinition.DEFAULT_LEASE;

    @Option(
            names = "--keep",
            paramLabel = "TIME",
            converter = Spans.class,
            description = "Keep the lock taken at least this long after it was acquired, even when released sooner.")
    private Duration keep = Duration.ZERO;

    @Option(
            names = "--owner",
            paramLabel = "TEXT",
            description = "The holder's name, for people to read. Default: user, host, process id and program.")
    private @Nullable String owner;

    /**
     * The lock as the options describe it.
     *
     * @param key which
     * @return its definition
     * @throws CliException if an option lies outside its bounds
     */
    public LockDefinition definition(LockKey key) {
        try {
            return LockDefinition.of(key).withLease(lease).withKeepFor(keep);
        } catch (IllegalArgumentException rejected) {
            throw CliException.usage(String.valueOf(rejected.getMessage()));
        }
    }

    /**
     * The owner of the lock.
     *
     * @param doing what the holder does, unless the option says who it is
     * @return the owner's text
     */
    public String owner(String doing) {
        return Optional.ofNullable(owner).orElseGet(() -> Owner.describe(doing));
    }
}
