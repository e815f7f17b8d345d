package io.rowlock.bench.scenario;

import static io.rowlock.bench.result.Metric.HAND_OVER;

import io.rowlock.bench.contestant.Contestant;
import io.rowlock.bench.measure.Plan;
import io.rowlock.bench.measure.Recorder;
import io.rowlock.bench.process.Passer;
import io.rowlock.bench.result.Key;
import io.rowlock.bench.result.Summary;
import io.rowlock.bench.stage.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * How long a lock takes from one process, which releases it, to another, which waits for it. The two pass it to and fro;
 * what counts is the time from just before the release to just after the grant, by the one monotonic clock of the
 * machine.
 */
final class HandOver implements Scenario {

    @Override
    public String name() {
        return "hand-over";
    }

    @Override
    public void run(Stage stage, List<Contestant> contestants, Plan plan, Recorder recorder) throws Exception {
        if (!stage.isServer()) {
            recorder.say("  left out: other processes cannot reach this database");
            return;
        }
        List<Pair> pairs = new ArrayList<>();
        try {
            for (Contestant contestant : contestants) {
                if (contestant.waits()) {
                    pairs.add(Pair.start(contestant, stage));
                }
            }
            measure(pairs, stage, plan, recorder);
        } finally {
            pairs.forEach(Pair::close);
        }
    }

    private void measure(List<Pair> pairs, Stage stage, Plan plan, Recorder recorder) throws InterruptedException {
        Random random = new Random(plan.seed());
        pairs.forEach(Pair::awaitReady);
        for (Pair pair : pairs) {
            pair.warmUp(plan.warmUp());
        }
        for (int round = 1; round <= plan.rounds(); round++) {
            List<Pair> order = new ArrayList<>(pairs);
            Collections.shuffle(order, random);
            for (Pair pair : order) {
                Key key = new Key(name(), stage.name(), pair.contestant.label(), 2, HAND_OVER);
                recorder.record(key, round, pair.median(plan.passes(), random));
            }
        }
    }

    /** Two processes with the same library. */
    private static final class Pair implements AutoCloseable {
        private final Contestant contestant;
        private Passer holder;
        private Passer waiter;

        private Pair(Contestant contestant, Passer holder, Passer waiter) {
            this.contestant = contestant;
            this.holder = holder;
            this.waiter = waiter;
        }

        static Pair start(Contestant contestant, Stage stage) {
            return new Pair(contestant, Passer.start(contestant, stage), Passer.start(contestant, stage));
        }

        void awaitReady() {
            holder.awaitReady();
            waiter.awaitReady();
        }

        /** Passes the lock to and fro as fast as it goes: the runtime compiles well only what has run often. */
        void warmUp(Duration time) throws InterruptedException {
            long begin = System.nanoTime();
            holder.ask();
            holder.grantedAt();
            while (System.nanoTime() - begin < time.toNanos()) {
                pass(Duration.ZERO);
            }
            holder.release();
        }

        /** In microseconds. The pause before each lets the waiter settle, and varies by what the slowest looks again after. */
        double median(int passes, Random random) throws InterruptedException {
            double[] micros = new double[passes];
            holder.ask();
            holder.grantedAt();
            for (int pass = 0; pass < passes; pass++) {
                micros[pass] = pass(Duration.ofMillis(5 + random.nextInt(100))) / 1e3;
            }
            holder.release();
            return Summary.median(micros);
        }

        private long pass(Duration pause) throws InterruptedException {
            waiter.ask();
            Thread.sleep(pause.toMillis());
            long releasedAt = holder.release();
            long grantedAt = waiter.grantedAt();
            Passer next = waiter;
            waiter = holder;
            holder = next;
            return grantedAt - releasedAt;
        }

        @Override
        public void close() {
            holder.close();
            waiter.close();
        }
    }
}
