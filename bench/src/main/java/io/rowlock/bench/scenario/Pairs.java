package io.rowlock.bench.scenario;

import io.rowlock.bench.contestant.Contestant;
import io.rowlock.bench.load.Field;
import io.rowlock.bench.load.PairRounds;
import io.rowlock.bench.measure.Plan;
import io.rowlock.bench.measure.Recorder;
import io.rowlock.bench.stage.Costs;
import io.rowlock.bench.stage.DatabaseLog;
import io.rowlock.bench.stage.Stage;
import java.util.List;

/** Acquire and release, as often as possible, by threads that never meet: how many, how fast, and at what cost. */
final class Pairs implements Scenario {

    @Override
    public String name() {
        return "pairs";
    }

    @Override
    public void run(Stage stage, List<Contestant> contestants, Plan plan, Recorder recorder) throws Exception {
        try (Field field = Field.open(stage::address, contestants);
                DatabaseLog log = DatabaseLog.of(stage)) {
            PairRounds.of(name(), stage.name(), field, plan, recorder)
                    .run(contestant -> Costs.of(stage, contestant.service(), log));
        }
    }
}
