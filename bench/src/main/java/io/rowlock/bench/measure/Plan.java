package io.rowlock.bench.measure;

import java.time.Duration;
import java.util.List;

/**
 * How much is measured.
 *
 * @param rounds how often each number is taken
 * @param seed shuffles the order of the contestants, again in each round
 * @param warmUp how long each contestant works before the first round, at all numbers of threads together
 * @param leadIn how long the threads of a measurement run before it begins
 * @param measured how long a measurement of throughput takes
 * @param threads how many threads, each in turn
 * @param contenders how many processes want the same lock
 * @param passes how many hand-overs make one number
 * @param window how long holds are watched at a time; in a third of a lease each is renewed once
 * @param windows how often they are watched
 * @param holds how many locks are held, each in turn
 * @param cycles after how many acquire/release pairs the table's size is read, each in turn
 * @param rows how many rows the table has, each in turn
 */
public record Plan(
        int rounds,
        long seed,
        Duration warmUp,
        Duration leadIn,
        Duration measured,
        List<Integer> threads,
        int contenders,
        int passes,
        Duration window,
        int windows,
        List<Integer> holds,
        List<Integer> cycles,
        List<Integer> rows) {

    /** For figures that are published. */
    public static Plan full() {
        return new Plan(
                7,
                1,
                Duration.ofSeconds(20),
                Duration.ofMillis(300),
                Duration.ofMillis(1500),
                List.of(1, 8, 64, 256),
                4,
                60,
                Duration.ofSeconds(10),
                7,
                List.of(1_000, 10_000, 100_000),
                List.of(10_000, 100_000, 1_000_000),
                List.of(1_000, 10_000, 100_000, 1_000_000, 10_000_000));
    }

    /** For a first look, within two minutes. */
    public static Plan quick() {
        return new Plan(
                3,
                1,
                Duration.ofMillis(400),
                Duration.ofMillis(50),
                Duration.ofMillis(200),
                List.of(1, 8, 64),
                4,
                20,
                Duration.ofSeconds(10),
                1,
                List.of(10_000),
                List.of(5_000),
                List.of(1_000, 100_000));
    }

    /** The least that runs every line once. */
    public static Plan smoke() {
        return new Plan(
                1,
                1,
                Duration.ofMillis(20),
                Duration.ofMillis(10),
                Duration.ofMillis(50),
                List.of(2),
                2,
                2,
                Duration.ofMillis(20),
                1,
                List.of(50),
                List.of(200),
                List.of(100));
    }

    public Plan withRounds(int other) {
        return with(other, seed, threads);
    }

    public Plan withSeed(long other) {
        return with(rounds, other, threads);
    }

    public Plan withThreads(List<Integer> other) {
        return with(rounds, seed, other);
    }

    /** Only with those numbers of threads that are not larger. */
    public Plan withAtMostThreads(int most) {
        return withThreads(threads.stream().filter(number -> number <= most).toList());
    }

    private Plan with(int otherRounds, long otherSeed, List<Integer> otherThreads) {
        return new Plan(
                otherRounds,
                otherSeed,
                warmUp,
                leadIn,
                measured,
                List.copyOf(otherThreads),
                contenders,
                passes,
                window,
                windows,
                holds,
                cycles,
                rows);
    }
}
