package io.rowlock.bench.scenario;

import static io.rowlock.bench.result.Metric.GRANTS;

import io.rowlock.bench.contestant.Contestant;
import io.rowlock.bench.measure.Plan;
import io.rowlock.bench.measure.Recorder;
import io.rowlock.bench.process.Crowd;
import io.rowlock.bench.result.Key;
import io.rowlock.bench.stage.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Several processes want the same lock all the time: how often it is granted, and how long the server computes for a grant. */
final class Contended implements Scenario {

    /** So many measurements of pairs: those who poll are granted a lock few times a second. */
    private static final int LENGTH = 4;

    @Override
    public String name() {
        return "contended";
    }

    @Override
    public void run(Stage stage, List<Contestant> contestants, Plan plan, Recorder recorder) throws Exception {
        if (!stage.isServer()) {
            recorder.say("  left out: other processes cannot reach this database");
            return;
        }
        List<Crowd> crowds = new ArrayList<>();
        try {
            for (Contestant contestant : contestants) {
                if (contestant.waits()) {
                    crowds.add(Crowd.start(contestant, stage, plan.contenders()));
                }
            }
            measure(crowds, stage, plan, recorder);
        } finally {
            crowds.forEach(Crowd::close);
        }
    }

    private void measure(List<Crowd> crowds, Stage stage, Plan plan, Recorder recorder) throws InterruptedException {
        Random random = new Random(plan.seed());
        for (Crowd crowd : crowds) {
            crowd.contend(Duration.ZERO, plan.warmUp());
        }
        for (int round = 1; round <= plan.rounds(); round++) {
            List<Crowd> order = new ArrayList<>(crowds);
            Collections.shuffle(order, random);
            for (Crowd crowd : order) {
                Key key = new Key(name(), stage.name(), crowd.contestant().label(), plan.contenders(), GRANTS);
                int number = round;
                crowd.contend(plan.leadIn(), plan.measured().multipliedBy(LENGTH))
                        .forEach((metric, value) -> recorder.record(key.of(metric), number, value));
            }
        }
    }
}
