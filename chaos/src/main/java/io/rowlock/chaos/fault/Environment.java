package io.rowlock.chaos.fault;

import io.rowlock.chaos.history.Event;
import io.rowlock.chaos.history.HistoryWriter;
import io.rowlock.chaos.history.Kind;
import io.rowlock.chaos.plan.FaultKind;
import io.rowlock.chaos.plan.RunPlan;
import io.rowlock.engines.postgres.PgBouncer;
import io.rowlock.engines.postgres.PostgresEngine;
import io.rowlock.engines.process.SystemFaults;
import io.rowlock.engines.server.ServerEngine;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** Everything that the nemesis can break: the workers, their networks, and the database. For one thread. */
public final class Environment implements AutoCloseable {
    private final RunPlan plan;
    private final SystemFaults databaseSystem;
    private final HistoryWriter history;
    private final SplittableRandom random;
    private final List<WorkerProcess> workers = new CopyOnWriteArrayList<>();
    private final List<CompletableFuture<Void>> starting = new ArrayList<>();
    private Optional<PgBouncer> pooler = Optional.empty();
    private int started;

    public Environment(RunPlan plan, SystemFaults databaseSystem, HistoryWriter history) {
        this.plan = plan;
        this.databaseSystem = databaseSystem;
        this.history = history;
        this.random = new SplittableRandom(plan.seed());
    }

    /** Starts all workers at once, then lets them go. */
    public void open() {
        if (plan.faults().contains(FaultKind.POOLER)) {
            pooler = Optional.of(PgBouncer.inFrontOf(
                    (PostgresEngine) plan.engine(), plan.size().pool()));
        }
        for (int i = 0; i < plan.size().workers(); i++) {
            workers.add(startWorker());
        }
        workers.forEach(WorkerProcess::go);
    }

    private WorkerProcess startWorker() {
        started++;
        return WorkerProcess.start(plan, "worker-" + started, random.nextLong(), freePooler());
    }

    /** The pooler, unless a worker that lives goes through it already. */
    private Optional<InetSocketAddress> freePooler() {
        return workers.stream().anyMatch(WorkerProcess::isPooled) ? Optional.empty() : pooler.map(PgBouncer::address);
    }

    /** The pooler that one of the workers goes through. */
    PgBouncer pooler() {
        return pooler.orElseThrow();
    }

    /** Puts a new worker in the place of one that is gone, as soon as it is connected; but the last one is waited for. */
    void replace(WorkerProcess gone) {
        gone.close();
        workers.remove(gone);
        WorkerProcess fresh = startWorker();
        starting.add(CompletableFuture.runAsync(() -> join(fresh)));
        if (workers.size() < 2) {
            awaitWorkers();
        }
    }

    private void join(WorkerProcess fresh) {
        try {
            workers.add(fresh.go());
        } catch (AssertionError | RuntimeException failure) {
            fresh.close();
            throw failure;
        }
    }

    private void awaitWorkers() {
        CompletableFuture.allOf(starting.toArray(CompletableFuture[]::new)).join();
        starting.clear();
    }

    List<WorkerProcess> workers() {
        return List.copyOf(workers);
    }

    WorkerProcess anyWorker() {
        return workers.get(random.nextInt(workers.size()));
    }

    SplittableRandom random() {
        return random;
    }

    ServerEngine database() {
        return plan.engine();
    }

    /** The system that the database runs on. */
    SystemFaults databaseSystem() {
        return databaseSystem;
    }

    /** Writes down what is being done to a worker. */
    void note(Kind kind, WorkerProcess worker) {
        history.write(kind, worker.name(), 0, 0, "");
    }

    void note(Kind kind, String note, long amount) {
        history.write(new Event(System.nanoTime(), kind, Event.NONE, 0, 0, amount, note));
    }

    /** Tells all workers to end, and names those that do not. */
    public List<String> end() {
        awaitWorkers();
        return workers.stream()
                .parallel()
                .filter(worker -> !worker.end())
                .map(WorkerProcess::name)
                .toList();
    }

    @Override
    public void close() {
        try {
            awaitWorkers();
        } finally {
            workers.forEach(WorkerProcess::close);
            pooler.ifPresent(PgBouncer::close);
        }
    }
}
