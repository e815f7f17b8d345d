package io.rowlock.bench.scenario;

import io.rowlock.bench.contestant.Contestant;
import java.util.List;

/** Something that is measured. */
public interface Scenario {

    /** Its name, as one types it. */
    String name();

    /** Measures it on one database. */
    void run(Stage stage, List<Contestant> contestants, Plan plan, Recorder recorder) throws Exception;
}
