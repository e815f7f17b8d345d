package io.rowlock.bench.scenario;

import static io.rowlock.bench.result.Metric.PAIRS;

import io.rowlock.bench.contestant.Contestant;
import io.rowlock.bench.contestant.LockClient;
import io.rowlock.bench.measure.Plan;
import io.rowlock.bench.measure.Recorder;
import io.rowlock.bench.result.Key;
import io.rowlock.bench.stage.Stage;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Acquire and release, as often as possible, by threads that never meet. */
final class Pairs implements Scenario {

    @Override
    public String name() {
        return "pairs";
    }

    @Override
    public void run(Stage stage, List<Contestant> contestants, Plan plan, Recorder recorder) throws Exception {
        try (Field field = Field.open(stage, contestants)) {
            warmUp(field, contestants, plan, recorder);
            Random random = new Random(plan.seed());
            for (int round = 1; round <= plan.rounds(); round++) {
                for (int threads : plan.threads()) {
                    for (Contestant contestant : field.shuffled(random)) {
                        Key key = new Key(name(), stage.name(), contestant.label(), threads, PAIRS);
                        record(key, round, field.client(contestant), plan, recorder);
                    }
                }
            }
        }
    }

    /** A contestant that fails once has one number less; the others keep theirs. */
    private static void record(Key key, int round, LockClient client, Plan plan, Recorder recorder)
            throws InterruptedException {
        try {
            recorder.record(key, round, measure(client, Math.toIntExact(key.amount()), plan));
        } catch (IllegalStateException e) {
            recorder.fail(key.contestant() + " with " + key.amount() + " threads on " + key.engine(), e);
        }
    }

    private static double measure(LockClient client, int threads, Plan plan) throws InterruptedException {
        try (Load load = Load.start(client, threads)) {
            Thread.sleep(plan.leadIn().toMillis());
            return load.rate(plan.measured());
        }
    }

    /** Rows are there, statements prepared, code compiled. */
    private static void warmUp(Field field, List<Contestant> contestants, Plan plan, Recorder recorder)
            throws Exception {
        int most = Collections.max(plan.threads());
        for (Contestant contestant : contestants) {
            recorder.say("  warming up " + contestant.label());
            LockClient client = field.client(contestant);
            Load.firstLap(client, most);
            for (int threads : plan.threads()) {
                warm(client, threads, plan.warmUp().dividedBy(plan.threads().size()));
            }
        }
    }

    private static void warm(LockClient client, int threads, Duration duration) throws InterruptedException {
        try (Load load = Load.start(client, threads)) {
            load.rate(duration);
        }
    }
}
