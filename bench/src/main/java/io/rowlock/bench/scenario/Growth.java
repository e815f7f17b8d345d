package io.rowlock.bench.scenario;

import static io.rowlock.bench.contestant.Contestant.CLASSIC;
import static io.rowlock.bench.contestant.Contestant.ROWLOCK;
import static io.rowlock.bench.contestant.Contestant.SHEDLOCK;
import static io.rowlock.bench.contestant.Contestant.SPRING_INTEGRATION;
import static io.rowlock.bench.result.Metric.TABLE_SIZE;
import static io.rowlock.bench.result.Metric.WHOLE_SIZE;

import io.rowlock.bench.client.LockClient;
import io.rowlock.bench.contestant.Contestant;
import io.rowlock.bench.measure.Crew;
import io.rowlock.bench.measure.Plan;
import io.rowlock.bench.measure.Recorder;
import io.rowlock.bench.result.Key;
import io.rowlock.bench.stage.PostgreSqlTable;
import io.rowlock.bench.stage.Stage;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * How large the lock table becomes when a hundred locks are taken again and again. On PostgreSQL, which rots. Each is taken
 * once first, by one thread: what counts is what the cycles add. The database has been analyzed by then, as one is that was not
 * just created: PostgreSQL would see to its own catalogue in the midst of it, and nothing can be cleared away during that.
 */
final class Growth implements Scenario {
    private static final Map<Contestant, String> TABLES =
            Map.of(ROWLOCK, "rowlock", SHEDLOCK, "shedlock", SPRING_INTEGRATION, "int_lock", CLASSIC, "dist_lock");
    private static final int THREADS = 50;
    private static final int NAMES = 100;

    /** Each lasts a minute or two. */
    private static final int MOST_ROUNDS = 5;

    /** The peers would take many minutes for more, and show nothing new. */
    private static final int MOST_FOR_PEERS = 100_000;

    @Override
    public String name() {
        return "growth";
    }

    @Override
    public void run(Stage stage, List<Contestant> contestants, Plan plan, Recorder recorder) throws Exception {
        if (!PostgreSqlTable.servesOn(stage)) {
            recorder.say("  left out: only PostgreSQL tells a table's size so that it can be compared");
            return;
        }
        for (int round = 1; round <= Math.min(plan.rounds(), MOST_ROUNDS); round++) {
            for (Contestant contestant : contestants) {
                if (TABLES.containsKey(contestant)) {
                    grow(stage, contestant, round, plan, recorder);
                }
            }
        }
    }

    private void grow(Stage stage, Contestant contestant, int round, Plan plan, Recorder recorder) throws Exception {
        PostgreSqlTable table = new PostgreSqlTable(stage, Objects.requireNonNull(TABLES.get(contestant)));
        table.drop();
        try (LockClient client = contestant.open(stage.address(contestant.service()))) {
            cycle(client, 1, NAMES);
            table.analyzeAll();
            int done = NAMES;
            for (int cycles : plan.cycles()) {
                if (contestant == ROWLOCK || cycles <= MOST_FOR_PEERS) {
                    cycle(client, THREADS, cycles - done);
                    done = cycles;
                    Key key = new Key(name(), stage.name(), contestant.label(), cycles, TABLE_SIZE);
                    recorder.record(key, round, table.kibibytes());
                    recorder.record(key.of(WHOLE_SIZE), round, table.wholeKibibytes());
                }
            }
        }
    }

    /** Threads and names divide evenly, so that no two threads ever want the same lock. */
    private static void cycle(LockClient client, int threads, int cycles) throws Exception {
        Crew.run(
                threads,
                cycles,
                number -> client.take("growth-" + number % NAMES).release());
    }
}
