package io.rowlock.chaos.plan;

import io.rowlock.chaos.client.Contestant;
import io.rowlock.engines.server.ServerEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The plan of a run. Immutable.
 *
 * @param engine the database
 * @param client the library that is tested
 * @param bug the name of a bug that it shall have; empty for none
 * @param faults what is broken; all kinds come equally often, in an order that the seed decides
 * @param time how long
 * @param seed decides what the nemesis and the workers do, as far as processes allow
 * @param size how many workers, threads and locks
 * @param directory where the histories go
 */
public record RunPlan(
        ServerEngine engine,
        Contestant client,
        String bug,
        List<FaultKind> faults,
        Duration time,
        long seed,
        Size size,
        Path directory) {

    /** How long the database honours a grant that is not renewed: short, so that much can be lost in a short run. */
    public static final Duration LEASE = Duration.ofSeconds(2);

    /** How long a call may take beside its wait: short, for the same reason. */
    public static final Duration CALL_TIMEOUT = Duration.ofSeconds(1);

    /**
     * How much goes on at once.
     *
     * @param workers how many processes
     * @param quick how many threads each that take locks for a moment
     * @param slow how many threads each that take them for long
     * @param locks how many locks there are
     */
    public record Size(int workers, int quick, int slow, int locks) {

        /** Enough to keep two processors busy. */
        public static final Size USUAL = new Size(3, 16, 2, 96);

        /** Few locks, so that whatever goes wrong soon has a witness. */
        public static final Size SMALL = new Size(2, 4, 2, 4);

        /** Few threads on many locks, so that hardly any lock is asked for twice at the same time. */
        public static final Size SPARSE = new Size(2, 4, 2, 64);

        /** Connections that a worker's pool lends: one for each thread, and Rowlock's three. */
        public int pool() {
            return quick + slow + 4;
        }
    }
}
