package io.rowlock.bench.scenario;

import static io.rowlock.bench.result.Metric.CONNECTIONS;

import io.rowlock.bench.client.LockClient;
import io.rowlock.bench.contestant.Contestant;
import io.rowlock.bench.contestant.Service;
import io.rowlock.bench.load.Field;
import io.rowlock.bench.load.Load;
import io.rowlock.bench.measure.Plan;
import io.rowlock.bench.measure.Recorder;
import io.rowlock.bench.result.Key;
import io.rowlock.bench.stage.Stage;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** How many connections a process uses while all its threads are at work. */
final class Connections implements Scenario {

    @Override
    public String name() {
        return "connections";
    }

    @Override
    public void run(Stage stage, List<Contestant> contestants, Plan plan, Recorder recorder) throws Exception {
        List<Contestant> pooled = contestants.stream()
                .filter(contestant -> contestant.service() == Service.DATABASE)
                .toList();
        int threads = Collections.max(plan.threads());
        try (Field field = Field.open(stage::address, pooled)) {
            Random random = new Random(plan.seed());
            for (int round = 1; round <= plan.rounds(); round++) {
                for (Contestant contestant : field.shuffled(random)) {
                    Key key = new Key(name(), stage.name(), contestant.label(), threads, CONNECTIONS);
                    recorder.record(key, round, peak(field.client(contestant), threads, plan));
                }
            }
        }
    }

    /** Looked at so often that one that is in use for a round trip is hardly overlooked. */
    private static int peak(LockClient client, int threads, Plan plan) throws InterruptedException {
        int peak = 0;
        try (Load load = Load.start(client, threads)) {
            long end = System.nanoTime() + plan.measured().toNanos();
            while (System.nanoTime() - end < 0) {
                peak = Math.max(peak, client.connectionsInUse());
                Thread.sleep(0, 200_000);
            }
            load.rate(plan.leadIn());
        }
        return peak;
    }
}
