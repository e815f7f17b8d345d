package io.rowlock.bench.scenario;

import io.rowlock.bench.contestant.Contestant;
import io.rowlock.bench.load.Field;
import io.rowlock.bench.load.PairRounds;
import io.rowlock.bench.measure.Plan;
import io.rowlock.bench.measure.Recorder;
import io.rowlock.bench.stage.Costs;
import io.rowlock.bench.stage.SlowNetwork;
import io.rowlock.bench.stage.Stage;
import java.time.Duration;
import java.util.List;

/**
 * Pairs over a network that takes a millisecond each way, as between two data centres of a city; all contestants alike. The
 * network is made in this JVM, so its costs are not told from those of the clients.
 */
final class Delayed implements Scenario {
    private static final Duration EACH_WAY = Duration.ofMillis(1);

    /** With more threads the processor is the limit again, and not the network. */
    private static final int MOST_THREADS = 64;

    @Override
    public String name() {
        return "delayed";
    }

    @Override
    public void run(Stage stage, List<Contestant> contestants, Plan plan, Recorder recorder) throws Exception {
        Plan few = plan.withAtMostThreads(MOST_THREADS);
        if (!stage.isServer() || few.threads().isEmpty()) {
            recorder.say("  left out: measured on servers, with up to " + MOST_THREADS + " threads");
            return;
        }
        try (SlowNetwork network = new SlowNetwork(stage, EACH_WAY);
                Field field = Field.open(network::address, contestants)) {
            PairRounds.of(name(), stage.name(), field, few, recorder).run(contestant -> Costs.none());
        }
    }
}
