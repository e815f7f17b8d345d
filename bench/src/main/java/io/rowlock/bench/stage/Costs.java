package io.rowlock.bench.stage;

import static io.rowlock.bench.result.Metric.CLIENT_CPU;
import static io.rowlock.bench.result.Metric.LOG;
import static io.rowlock.bench.result.Metric.SERVER_CPU;

import io.rowlock.bench.contestant.Service;
import io.rowlock.bench.measure.ClientCpu;
import io.rowlock.bench.measure.CpuTime;
import io.rowlock.bench.result.Metric;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;

/** How much work on a service has cost so far, in as many respects as can be told. */
@FunctionalInterface
public interface Costs {

    /** Running totals, each in its metric's unit. */
    Map<Metric, Double> totals();

    /** Where costs say nothing. */
    static Costs none() {
        return Map::of;
    }

    /**
     * Of a service whose clients compute in this JVM.
     *
     * @param log the log of the stage's database
     */
    static Costs of(Stage stage, Service service, DatabaseLog log) {
        OptionalLong pid = stage.pid(service);
        return () -> {
            Map<Metric, Double> totals = new EnumMap<>(Metric.class);
            pid.ifPresent(server -> totals.put(SERVER_CPU, CpuTime.millis(server) * 1e3));
            totals.put(CLIENT_CPU, ClientCpu.micros());
            if (service == Service.DATABASE) {
                log.bytes().ifPresent(bytes -> totals.put(LOG, bytes));
            }
            return totals;
        };
    }
}
