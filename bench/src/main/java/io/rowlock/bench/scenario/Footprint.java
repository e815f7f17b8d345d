package io.rowlock.bench.scenario;

import static io.rowlock.bench.contestant.Contestant.ROWLOCK;
import static io.rowlock.bench.result.Metric.HEAP;
import static io.rowlock.bench.result.Metric.IDLE;
import static io.rowlock.bench.result.Metric.START_UP;

import com.zaxxer.hikari.HikariDataSource;
import io.rowlock.Rowlock;
import io.rowlock.bench.contestant.Contestant;
import io.rowlock.bench.contestant.Service;
import io.rowlock.bench.keeper.Idler;
import io.rowlock.bench.keeper.LockHeap;
import io.rowlock.bench.measure.Plan;
import io.rowlock.bench.measure.Recorder;
import io.rowlock.bench.process.StartUp;
import io.rowlock.bench.result.Key;
import io.rowlock.bench.result.Metric;
import io.rowlock.bench.stage.Stage;
import java.util.List;
import java.util.Map;

/** Rowlock itself, apart from its speed: how long a client takes to start, and what it costs while it is there. */
final class Footprint implements Scenario {
    static final int OBJECTS = 10_000;

    /** Each watches an idle client for ten seconds. */
    private static final int MOST_IDLE_ROUNDS = 3;

    @Override
    public String name() {
        return "footprint";
    }

    @Override
    public void run(Stage stage, List<Contestant> contestants, Plan plan, Recorder recorder) throws Exception {
        if (!contestants.contains(ROWLOCK)) {
            recorder.say("  left out: about Rowlock alone");
            return;
        }
        try (HikariDataSource pool = stage.address(Service.DATABASE).pool(10)) {
            Rowlock.create(pool).close();
        }
        for (int round = 1; round <= plan.rounds(); round++) {
            startUp(stage, round, recorder);
        }
        for (int round = 1; round <= Math.min(plan.rounds(), MOST_IDLE_ROUNDS); round++) {
            record(stage, 1, IDLE, round, Idler.watch(stage, plan.window()), recorder);
        }
        record(stage, OBJECTS, HEAP, 1, LockHeap.measure(stage, OBJECTS), recorder);
    }

    private void startUp(Stage stage, int round, Recorder recorder) {
        if (stage.isServer()) {
            record(stage, 1, START_UP, round, StartUp.measure(stage), recorder);
        } else if (round == 1) {
            recorder.say("  start-up left out: other processes cannot reach this database");
        }
    }

    private void record(
            Stage stage, int amount, Metric metric, int round, Map<String, Double> figures, Recorder recorder) {
        figures.forEach(
                (label, value) -> recorder.record(new Key(name(), stage.name(), label, amount, metric), round, value));
    }
}
