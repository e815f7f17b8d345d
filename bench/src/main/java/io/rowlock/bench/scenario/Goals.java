package io.rowlock.bench.scenario;

import static io.rowlock.bench.contestant.Contestant.BATCH;
import static io.rowlock.bench.contestant.Contestant.CURATOR;
import static io.rowlock.bench.contestant.Contestant.REDISSON_AOF;
import static io.rowlock.bench.contestant.Contestant.REDISSON_MEMORY;
import static io.rowlock.bench.contestant.Contestant.ROWLOCK;
import static io.rowlock.bench.contestant.Contestant.SHEDLOCK;
import static io.rowlock.bench.contestant.Contestant.SPRING_INTEGRATION;
import static io.rowlock.bench.contestant.Contestant.UPDATES;

import io.rowlock.bench.contestant.Contestant;
import io.rowlock.bench.keeper.Idler;
import io.rowlock.bench.keeper.LockHeap;
import io.rowlock.bench.process.StartUp;
import io.rowlock.bench.result.Goal;
import io.rowlock.bench.result.Key;
import io.rowlock.bench.result.Metric;
import java.util.List;

/** The goals of Rowlock. */
public final class Goals {
    private static final String POSTGRESQL = "PostgreSQL";
    private static final String MARIADB = "MariaDB";

    /** The label of a contestant that there is once Rowlock has the option. */
    private static final String IN_BACKGROUND = "Rowlock, release in the background";

    private Goals() {}

    public static List<Goal> all() {
        return List.of(
                pairs(POSTGRESQL, 1, UPDATES, 1.05, 1.15),
                pairs(POSTGRESQL, 1, SHEDLOCK, 1.5, 1.7),
                pairs(POSTGRESQL, 1, SPRING_INTEGRATION, 1.4, 1.7),
                pairs(POSTGRESQL, 8, UPDATES, 1.1, 1.3),
                pairs(POSTGRESQL, 8, SHEDLOCK, 2, 2.5),
                pairs(POSTGRESQL, 8, SPRING_INTEGRATION, 2.5, 3.5),
                inBackground(),
                pairs(POSTGRESQL, 64, SHEDLOCK, 6.5, 8),
                pairs(POSTGRESQL, 64, SPRING_INTEGRATION, 5, 8),
                pairs(POSTGRESQL, 64, REDISSON_AOF, 2.2, 3),
                pairs(POSTGRESQL, 64, REDISSON_MEMORY, 1.7, 2.2),
                pairs(POSTGRESQL, 256, BATCH, 0.95, 1.1),
                pairs(POSTGRESQL, 256, REDISSON_MEMORY, 2.7, 3),
                new Goal.Limit(
                        "PostgreSQL, 256 threads, log a pair",
                        rate(POSTGRESQL, 256).of(Metric.LOG),
                        280,
                        220),
                new Goal.Limit(
                        "PostgreSQL, 256 threads, server CPU a pair",
                        rate(POSTGRESQL, 256).of(Metric.SERVER_CPU),
                        18,
                        15),
                pairs(MARIADB, 64, SHEDLOCK, 6, 8),
                pairs(MARIADB, 64, SPRING_INTEGRATION, 4, 8),
                handOver(REDISSON_MEMORY, 0.9, 1.3),
                handOver(REDISSON_AOF, 1.6, 2.5),
                handOver(CURATOR, 1.6, 2.5),
                new Goal.Limit(
                        "PostgreSQL, four processes want one lock, server CPU a grant",
                        new Key("contended", POSTGRESQL, ROWLOCK.label(), 4, Metric.GRANT_CPU),
                        600,
                        300),
                new Goal.Ratio(
                        "PostgreSQL, renewing 10,000 holds, server CPU against a statement each",
                        holding(Metric.RENEWAL_CPU),
                        holding(Metric.RENEWAL_CPU).of(Holding.ONE_BY_ONE),
                        10,
                        10),
                new Goal.Limit("PostgreSQL, renewing 10,000 holds", holding(Metric.RENEWAL_STATEMENTS), 1_000, 1),
                connections(),
                new Goal.Limit(
                        "PostgreSQL, table after a million cycles over a hundred names",
                        new Key("growth", POSTGRESQL, ROWLOCK.label(), 1_000_000, Metric.TABLE_SIZE),
                        100,
                        100),
                depth(),
                footprint(StartUp.FIRST, 1, Metric.START_UP, 150),
                footprint(LockHeap.HOLD, Footprint.OBJECTS, Metric.HEAP, 500),
                footprint(LockHeap.WAITER, Footprint.OBJECTS, Metric.HEAP, 500),
                footprint(Idler.STATEMENTS, 1, Metric.IDLE, 0));
    }

    private static Goal pairs(String engine, int threads, Contestant other, double atLeast, double reachFor) {
        Key ours = rate(engine, threads);
        String work =
                "%s, %d thread%s, pairs against %s".formatted(engine, threads, threads == 1 ? "" : "s", other.label());
        return new Goal.Ratio(work, ours, ours.of(other.label()), atLeast, reachFor);
    }

    private static Goal inBackground() {
        Key ours = rate(POSTGRESQL, 8).of(IN_BACKGROUND);
        return new Goal.Ratio(
                "PostgreSQL, 8 threads, release in the background, pairs against " + SHEDLOCK.label(),
                ours,
                ours.of(SHEDLOCK.label()),
                3,
                4);
    }

    private static Key rate(String engine, int threads) {
        return new Key("pairs", engine, ROWLOCK.label(), threads, Metric.PAIRS);
    }

    private static Goal footprint(String label, int amount, Metric metric, double atMost) {
        return new Goal.Limit(
                "PostgreSQL, %s: %s".formatted(metric.title(), label),
                new Key("footprint", POSTGRESQL, label, amount, metric),
                atMost,
                atMost);
    }

    private static Goal connections() {
        Key ours = new Key("connections", POSTGRESQL, ROWLOCK.label(), 256, Metric.CONNECTIONS);
        return new Goal.Limit("PostgreSQL, 256 threads at work, connections", ours, 3, 2);
    }

    private static Goal handOver(Contestant other, double atLeast, double reachFor) {
        Key ours = new Key("hand-over", POSTGRESQL, ROWLOCK.label(), 2, Metric.HAND_OVER);
        return new Goal.Ratio(
                "PostgreSQL, hand-over between processes against " + other.label(),
                ours,
                ours.of(other.label()),
                atLeast,
                reachFor);
    }

    private static Key holding(Metric metric) {
        return new Key("holding", POSTGRESQL, ROWLOCK.label(), 10_000, metric);
    }

    /** The index is two pages deep at a thousand rows, three at ten million. */
    private static Goal depth() {
        Key large = new Key("depth", POSTGRESQL, ROWLOCK.label(), 10_000_000, Metric.ACQUIRE);
        return new Goal.Ratio(
                "PostgreSQL, acquire and release among ten million rows against a thousand",
                large,
                large.at(1_000),
                0.67,
                0.9);
    }
}
