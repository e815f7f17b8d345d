package io.rowlock.bench.scenario;

import static io.rowlock.bench.contestant.Contestant.REDISSON_MEMORY;
import static io.rowlock.bench.contestant.Contestant.ROWLOCK;
import static io.rowlock.bench.result.Metric.HEAP;
import static io.rowlock.bench.result.Metric.RENEWAL_CPU;
import static io.rowlock.bench.result.Metric.RENEWAL_STATEMENTS;

import io.rowlock.bench.contestant.Contestant;
import io.rowlock.bench.contestant.Service;
import io.rowlock.bench.keeper.Keeper;
import io.rowlock.bench.keeper.LockHeap;
import io.rowlock.bench.keeper.OneByOne;
import io.rowlock.bench.keeper.RedissonKeeper;
import io.rowlock.bench.keeper.RowlockKeeper;
import io.rowlock.bench.measure.CpuTime;
import io.rowlock.bench.measure.Plan;
import io.rowlock.bench.measure.Recorder;
import io.rowlock.bench.result.Key;
import io.rowlock.bench.result.Metric;
import io.rowlock.bench.stage.Stage;
import java.util.ArrayList;
import java.util.List;

/**
 * The cost of holding locks. Rowlock and Redisson both renew at a third of 30 seconds, so in ten seconds each
 * hold is renewed once; in that time the servers' CPU is read. Beside them: a statement for each hold, as a program does
 * that renews its locks one by one.
 */
final class Holding implements Scenario {
    static final String ONE_BY_ONE = "an UPDATE for each hold";

    @Override
    public String name() {
        return "holding";
    }

    @Override
    public void run(Stage stage, List<Contestant> contestants, Plan plan, Recorder recorder) throws Exception {
        if (!stage.isServer()) {
            recorder.say("  left out: this database computes in our own process");
            return;
        }
        for (int holds : plan.holds()) {
            watch(stage, contestants, holds, plan, recorder);
            renewOneByOne(stage, holds, plan, recorder);
        }
    }

    private void watch(Stage stage, List<Contestant> contestants, int holds, Plan plan, Recorder recorder)
            throws Exception {
        List<Keeper> keepers = new ArrayList<>();
        try {
            for (Contestant contestant : List.of(ROWLOCK, REDISSON_MEMORY)) {
                if (contestants.contains(contestant)) {
                    recorder.say("  " + contestant.label() + " takes " + holds + " locks");
                    keepers.add(take(contestant, stage, holds, recorder));
                }
            }
            for (int window = 1; window <= plan.windows(); window++) {
                watchWindow(keepers, stage, holds, window, plan, recorder);
            }
        } finally {
            for (Keeper keeper : keepers) {
                keeper.close();
            }
        }
    }

    private Keeper take(Contestant contestant, Stage stage, int holds, Recorder recorder) throws Exception {
        Keeper keeper = contestant == ROWLOCK ? new RowlockKeeper(stage) : new RedissonKeeper(stage);
        recorder.record(key(stage, contestant.label(), holds, HEAP), 1, LockHeap.ofHolds(keeper, holds));
        return keeper;
    }

    /** All at once, because each has a server of its own. */
    private void watchWindow(List<Keeper> keepers, Stage stage, int holds, int window, Plan plan, Recorder recorder)
            throws InterruptedException {
        double[] cpu = keepers.stream().mapToDouble(Keeper::serverMillis).toArray();
        long[] sent = keepers.stream().mapToLong(Keeper::statements).toArray();
        Thread.sleep(plan.window().toMillis());
        for (int place = 0; place < keepers.size(); place++) {
            Keeper keeper = keepers.get(place);
            String label = keeper.contestant().label();
            recorder.record(key(stage, label, holds, RENEWAL_CPU), window, keeper.serverMillis() - cpu[place]);
            if (keeper.contestant() == ROWLOCK) {
                recorder.record(key(stage, label, holds, RENEWAL_STATEMENTS), window, (double)
                        (keeper.statements() - sent[place]));
            }
        }
    }

    private void renewOneByOne(Stage stage, int holds, Plan plan, Recorder recorder) throws Exception {
        long pid = stage.pid(Service.DATABASE).orElseThrow();
        try (OneByOne rows = OneByOne.create(stage, holds)) {
            rows.renewAll();
            for (int window = 1; window <= plan.windows(); window++) {
                double before = CpuTime.millis(pid);
                rows.renewAll();
                double used = CpuTime.millis(pid) - before;
                recorder.record(key(stage, ONE_BY_ONE, holds, RENEWAL_CPU), window, used);
            }
        }
    }

    private Key key(Stage stage, String label, int holds, Metric metric) {
        return new Key(name(), stage.name(), label, holds, metric);
    }
}
