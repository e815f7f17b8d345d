package io.rowlock.bench.scenario;

import static io.rowlock.bench.contestant.Contestant.ROWLOCK;
import static io.rowlock.bench.result.Metric.ACQUIRE;

import com.zaxxer.hikari.HikariDataSource;
import io.rowlock.Rowlock;
import io.rowlock.bench.contestant.Contestant;
import io.rowlock.bench.contestant.Service;
import io.rowlock.bench.measure.Plan;
import io.rowlock.bench.measure.Recorder;
import io.rowlock.bench.result.Key;
import io.rowlock.bench.result.Summary;
import io.rowlock.bench.stage.PostgreSqlTable;
import io.rowlock.bench.stage.Stage;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** How long an acquire and release takes when the table is large. A table for each size, so that rounds can alternate. */
final class Depth implements Scenario {
    private static final int PAIRS = 200;

    @Override
    public String name() {
        return "depth";
    }

    @Override
    public void run(Stage stage, List<Contestant> contestants, Plan plan, Recorder recorder) throws Exception {
        if (!PostgreSqlTable.servesOn(stage) || !contestants.contains(ROWLOCK)) {
            recorder.say("  left out: measured on PostgreSQL alone");
            return;
        }
        try (HikariDataSource pool = stage.address(Service.DATABASE).pool(10)) {
            run(stage, pool, plan, recorder);
        }
    }

    private void run(Stage stage, HikariDataSource pool, Plan plan, Recorder recorder) throws SQLException {
        List<Sized> tables = new ArrayList<>();
        try {
            for (int rows : plan.rows()) {
                recorder.say("  filling a table with " + rows + " rows");
                tables.add(Sized.create(stage, pool, rows));
            }
            measure(tables, stage, plan, recorder);
        } finally {
            for (Sized table : tables) {
                table.close();
            }
        }
    }

    private void measure(List<Sized> tables, Stage stage, Plan plan, Recorder recorder) {
        Random random = new Random(plan.seed());
        tables.forEach(table -> table.micros(random));
        for (int round = 1; round <= plan.rounds(); round++) {
            List<Sized> order = new ArrayList<>(tables);
            Collections.shuffle(order, random);
            for (Sized table : order) {
                Key key = new Key(name(), stage.name(), ROWLOCK.label(), table.rows, ACQUIRE);
                recorder.record(key, round, table.micros(random));
            }
        }
    }

    /**
     * A table with so many rows.
     *
     * @param table where it is
     * @param rowlock its client
     * @param rows how many
     */
    private record Sized(PostgreSqlTable table, Rowlock rowlock, int rows) implements AutoCloseable {

        static Sized create(Stage stage, HikariDataSource pool, int rows) throws SQLException {
            PostgreSqlTable table = new PostgreSqlTable(stage, "depth_" + rows);
            table.drop();
            Rowlock rowlock = Rowlock.builder(pool).table(table.name()).build();
            table.fill(rows);
            return new Sized(table, rowlock, rows);
        }

        /** The median of some pairs, on locks picked at random. */
        double micros(Random random) {
            double[] micros = new double[PAIRS];
            for (int pair = 0; pair < PAIRS; pair++) {
                String name = "row-" + (1 + random.nextInt(rows));
                long begin = System.nanoTime();
                rowlock.lock(name).acquire().close();
                micros[pair] = (System.nanoTime() - begin) / 1e3;
            }
            return Summary.median(micros);
        }

        @Override
        public void close() throws SQLException {
            rowlock.close();
            table.drop();
        }
    }
}
