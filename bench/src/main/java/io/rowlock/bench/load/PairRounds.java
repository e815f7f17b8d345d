package io.rowlock.bench.load;

import io.rowlock.bench.client.LockClient;
import io.rowlock.bench.contestant.Contestant;
import io.rowlock.bench.measure.Plan;
import io.rowlock.bench.measure.Recorder;
import io.rowlock.bench.result.Key;
import io.rowlock.bench.result.Metric;
import io.rowlock.bench.stage.Costs;
import java.time.Duration;
import java.util.Collections;
import java.util.Random;
import java.util.function.Function;

/**
 * Acquire and release, as often as possible, by threads that never meet: each contestant in turn, with each number of threads,
 * in each round.
 *
 * @param begin the scenario and the engine of what is recorded
 * @param field the contestants
 * @param plan how much
 * @param recorder takes the figures
 */
public record PairRounds(Key begin, Field field, Plan plan, Recorder recorder) {

    /** Of one scenario on one engine. */
    public static PairRounds of(String scenario, String engine, Field field, Plan plan, Recorder recorder) {
        return new PairRounds(new Key(scenario, engine, "", 0, Metric.PAIRS), field, plan, recorder);
    }

    /** Measures all; {@code costs} tells what each has cost. */
    public void run(Function<Contestant, Costs> costs) throws Exception {
        warmUp();
        Random random = new Random(plan.seed());
        for (int round = 1; round <= plan.rounds(); round++) {
            for (int threads : plan.threads()) {
                for (Contestant contestant : field.shuffled(random)) {
                    record(contestant, threads, round, costs.apply(contestant));
                }
            }
        }
    }

    /** A contestant that fails once has one number less; the others keep theirs. */
    private void record(Contestant contestant, int threads, int round, Costs costs) throws InterruptedException {
        Key key = begin.of(contestant.label()).at(threads);
        try (Load load = Load.start(field.client(contestant), threads)) {
            Thread.sleep(plan.leadIn().toMillis());
            load.figures(plan.measured(), costs)
                    .forEach((metric, value) -> recorder.record(key.of(metric), round, value));
        } catch (IllegalStateException e) {
            recorder.fail(key.contestant() + " with " + threads + " threads on " + key.engine(), e);
        }
    }

    /** Rows are there, statements prepared, code compiled. */
    private void warmUp() throws Exception {
        int most = Collections.max(plan.threads());
        Duration each = plan.warmUp().dividedBy(plan.threads().size());
        for (Contestant contestant : field.contestants()) {
            recorder.say("  warming up " + contestant.label());
            Load.firstLap(field.client(contestant), most);
            for (int threads : plan.threads()) {
                warm(field.client(contestant), threads, each);
            }
        }
    }

    private static void warm(LockClient client, int threads, Duration duration) throws InterruptedException {
        try (Load load = Load.start(client, threads)) {
            load.rate(duration);
        }
    }
}
