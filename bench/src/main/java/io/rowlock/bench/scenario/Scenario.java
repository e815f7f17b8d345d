package io.rowlock.bench.scenario;

import io.rowlock.bench.contestant.Contestant;
import io.rowlock.bench.measure.Plan;
import io.rowlock.bench.measure.Recorder;
import io.rowlock.bench.stage.Stage;
import java.util.List;

/** Something that is measured. */
public interface Scenario {

    /** Its name, as one types it. */
    String name();

    /** Measures it on one database. */
    void run(Stage stage, List<Contestant> contestants, Plan plan, Recorder recorder) throws Exception;
}
