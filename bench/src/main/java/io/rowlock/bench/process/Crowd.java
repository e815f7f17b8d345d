package io.rowlock.bench.process;

import static io.rowlock.bench.result.Metric.GRANTS;
import static io.rowlock.bench.result.Metric.GRANT_CPU;
import static io.rowlock.bench.result.Metric.TO_ANOTHER;

import io.rowlock.bench.contestant.Contestant;
import io.rowlock.bench.contestant.Service;
import io.rowlock.bench.measure.ClientCpu;
import io.rowlock.bench.measure.CpuTime;
import io.rowlock.bench.result.Metric;
import io.rowlock.bench.stage.Stage;
import io.rowlock.engines.process.ScratchDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.DoubleSupplier;

/**
 * Processes with the same library, which want the same lock while they are measured.
 *
 * @param contestant the library
 * @param contenders the processes
 * @param serverMicros how long its server has computed
 */
public record Crowd(Contestant contestant, List<Contender> contenders, DoubleSupplier serverMicros)
        implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Starts them, and waits until they are connected: all crowds at once would take longer than anyone waits for one. */
    public static Crowd start(Contestant contestant, Stage stage, int count) {
        Path last = ScratchDirectory.create("contended").resolve("last");
        List<Contender> contenders = new ArrayList<>();
        for (int number = 1; number <= count; number++) {
            contenders.add(Contender.start(contestant, stage, number, last));
        }
        contenders.forEach(Contender::awaitReady);
        return new Crowd(contestant, contenders, serverMicros(stage, contestant.service()));
    }

    /** ZooKeeper computes in this JVM, which does hardly anything else meanwhile. */
    private static DoubleSupplier serverMicros(Stage stage, Service service) {
        OptionalLong pid = stage.pid(service);
        return pid.isEmpty() ? ClientCpu::micros : () -> CpuTime.millis(pid.getAsLong()) * 1e3;
    }

    /** The grants in that time; it takes longer if there are none. */
    public Map<Metric, Double> contend(Duration leadIn, Duration measured) throws InterruptedException {
        contenders.forEach(Contender::go);
        try {
            Thread.sleep(leadIn.toMillis());
            return figures(measured);
        } finally {
            contenders.forEach(Contender::halt);
        }
    }

    private Map<Metric, Double> figures(Duration measured) throws InterruptedException {
        double cpuBefore = serverMicros.getAsDouble();
        Grants before = grants();
        long begin = System.nanoTime();
        Thread.sleep(measured.toMillis());
        awaitGrant(before);
        double cpu = serverMicros.getAsDouble() - cpuBefore;
        Grants given = grants().minus(before);
        double seconds = (System.nanoTime() - begin) / 1e9;
        return new EnumMap<>(Map.of(
                GRANTS, given.all() / seconds,
                GRANT_CPU, cpu / given.all(),
                TO_ANOTHER, 100.0 * given.toAnother() / given.all()));
    }

    private void awaitGrant(Grants before) throws InterruptedException {
        long begin = System.nanoTime();
        while (grants().equals(before)) {
            if (System.nanoTime() - begin > PATIENCE.toNanos()) {
                throw new IllegalStateException(contestant.label() + " granted nothing within " + PATIENCE);
            }
            Thread.sleep(1);
        }
    }

    private Grants grants() {
        return contenders.stream().map(Contender::grants).reduce(Grants.NONE, Grants::plus);
    }

    @Override
    public void close() {
        contenders.forEach(Contender::close);
    }
}
