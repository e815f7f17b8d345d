package io.rowlock.chaos.fault;

import io.rowlock.chaos.fault.Fault.ActiveFault;
import io.rowlock.chaos.history.Kind;
import io.rowlock.chaos.plan.FaultKind;
import io.rowlock.engines.network.Direction;
import io.rowlock.engines.network.Proxy;
import io.rowlock.engines.process.OsProcess;
import io.rowlock.engines.server.DemotableEngine;
import io.rowlock.engines.server.Stop;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** How each kind of fault is done. */
final class Faults {
    private static final int SPINNERS = 6;
    private static final Duration LONGEST_DELAY = Duration.ofMillis(200);
    private static final int LONGEST_CUT = 600;
    private static final long MOST_WALL_SECONDS = Duration.ofDays(10).toSeconds();
    private static final int DATABASE_STEP_MILLIS = 800;

    private Faults() {}

    static Fault of(FaultKind kind) {
        return switch (kind) {
            case KILL_WORKER -> Faults::killWorker;
            case STOP_WORKER -> Faults::stopWorker;
            case KILL_DATABASE -> Faults::killDatabase;
            case STOP_DATABASE -> Faults::stopDatabase;
            case RESTART_DATABASE -> Faults::restartDatabase;
            case KILL_CONNECTIONS ->
                environment ->
                        Repetition.every(100, () -> environment.database().killConnections());
            case CUT ->
                environment -> Repetition.every(
                        50, () -> environment.anyWorker().network().cutAll());
            case BYTE_CUT -> Faults::cutBytes;
            case DELAY -> Faults::delay;
            case HALF_OPEN -> Faults::halfOpen;
            case BLOCK_REQUESTS -> environment -> block(environment, Direction.TO_SERVER);
            case BLOCK_REPLIES -> environment -> block(environment, Direction.TO_CLIENT);
            case REFUSE -> Faults::refuse;
            case EXHAUST_POOL -> Faults::exhaustPool;
            case STARVE_CPU -> Faults::starve;
            case WORKER_CLOCK -> Faults::stepWorkers;
            case WORKER_ZONE -> Faults::moveWorkers;
            case DATABASE_CLOCK -> Faults::stepDatabase;
            case STALL_SYNC -> Faults::stallSyncs;
            case FILL_DISK -> Faults::fillDisk;
            case REFUSE_STATEMENTS -> StatementErrors::inject;
            case READ_ONLY -> Faults::readOnly;
            case FILL_POOL -> Faults::fillPool;
            case POOLER ->
                environment -> {
                    environment.pooler().restart();
                    return () -> {};
                };
            case DDL -> SchemaChanges::inject;
        };
    }

    private static ActiveFault killWorker(Environment environment) {
        WorkerProcess victim = environment.anyWorker();
        environment.note(Kind.KILL, victim);
        victim.jvm().kill();
        return () -> environment.replace(victim);
    }

    private static ActiveFault stopWorker(Environment environment) {
        WorkerProcess victim = environment.anyWorker();
        environment.note(Kind.STOP, victim);
        victim.jvm().freeze();
        return () -> {
            victim.jvm().thaw();
            environment.note(Kind.CONT, victim);
        };
    }

    private static ActiveFault killDatabase(Environment environment) {
        environment.database().stop(Stop.KILL);
        return () -> environment.database().start();
    }

    private static ActiveFault stopDatabase(Environment environment) {
        environment.database().freeze();
        return () -> environment.database().thaw();
    }

    private static ActiveFault restartDatabase(Environment environment) {
        environment.database().restart(Stop.GRACEFUL);
        return () -> {};
    }

    private static ActiveFault cutBytes(Environment environment) {
        List<WorkerProcess> workers = environment.workers();
        SplittableRandom random = environment.random().split();
        int before = cuts(workers);
        ActiveFault cutting = Repetition.every(4, () -> {
            Proxy network = workers.get(random.nextInt(workers.size())).network();
            int bytes = random.nextInt(LONGEST_CUT);
            if (random.nextBoolean()) {
                network.cutAfterClientBytes(bytes);
            } else {
                network.cutAfterServerBytes(bytes);
            }
        });
        return () -> {
            cutting.close();
            workers.forEach(worker -> worker.network().heal());
            environment.note(Kind.FAULT, "cuts", cuts(workers) - before);
        };
    }

    private static int cuts(List<WorkerProcess> workers) {
        return workers.stream().mapToInt(worker -> worker.network().cutsMade()).sum();
    }

    private static ActiveFault delay(Environment environment) {
        Duration each = Duration.ofMillis(1 + environment.random().nextLong(LONGEST_DELAY.toMillis()));
        return networks(environment.workers().stream(), network -> network.delay(each), Proxy::heal);
    }

    private static ActiveFault halfOpen(Environment environment) {
        return networks(Stream.of(environment.anyWorker()), Proxy::blackhole, network -> {
            network.cutAll();
            network.heal();
        });
    }

    private static ActiveFault block(Environment environment, Direction direction) {
        return networks(Stream.of(environment.anyWorker()), network -> network.blackhole(direction), Proxy::heal);
    }

    private static ActiveFault refuse(Environment environment) {
        return networks(
                environment.workers().stream(),
                network -> {
                    network.refuse();
                    network.cutAll();
                },
                Proxy::heal);
    }

    private static ActiveFault networks(Stream<WorkerProcess> workers, Consumer<Proxy> inject, Consumer<Proxy> repair) {
        List<Proxy> networks = workers.map(WorkerProcess::network).toList();
        networks.forEach(inject);
        return () -> networks.forEach(repair);
    }

    private static ActiveFault exhaustPool(Environment environment) {
        WorkerProcess victim = environment.anyWorker();
        victim.order("exhaust");
        return () -> victim.order("relax");
    }

    /** Its connections are reset first, so that the library, too, must ask the pool for new ones. */
    private static ActiveFault fillPool(Environment environment) {
        WorkerProcess victim = environment.anyWorker();
        victim.order("fill");
        ActiveFault cutting = Repetition.every(700, () -> victim.network().cutAll());
        return () -> {
            cutting.close();
            victim.order("empty");
        };
    }

    private static ActiveFault starve(Environment environment) {
        List<OsProcess> spinners = Stream.generate(() -> new ProcessBuilder("sh", "-c", "while :; do :; done"))
                .limit(SPINNERS)
                .map(OsProcess::start)
                .toList();
        return () -> spinners.forEach(OsProcess::kill);
    }

    /** They stay wrong, each in its own way, until the next time. */
    private static ActiveFault stepWorkers(Environment environment) {
        for (WorkerProcess worker : environment.workers()) {
            long seconds = environment.random().nextLong(-MOST_WALL_SECONDS, MOST_WALL_SECONDS);
            worker.system().clockAhead(Duration.ofSeconds(seconds));
        }
        return () -> {};
    }

    private static ActiveFault moveWorkers(Environment environment) {
        List<String> zones = ZoneId.getAvailableZoneIds().stream().sorted().toList();
        for (WorkerProcess worker : environment.workers()) {
            worker.order("zone " + zones.get(environment.random().nextInt(zones.size())));
        }
        return () -> {};
    }

    /** Less than the grace, as the promises demand. */
    private static ActiveFault stepDatabase(Environment environment) {
        int millis = 100 + environment.random().nextInt(DATABASE_STEP_MILLIS - 100);
        environment.note(Kind.FAULT, "step", Duration.ofMillis(millis).toNanos());
        environment.databaseSystem().clockAhead(Duration.ofMillis(millis));
        return () -> environment.databaseSystem().clockAhead(Duration.ZERO);
    }

    private static ActiveFault readOnly(Environment environment) {
        DemotableEngine database = (DemotableEngine) environment.database();
        database.demote();
        return database::promote;
    }

    private static ActiveFault stallSyncs(Environment environment) {
        environment.databaseSystem().stallSyncs(true);
        return () -> environment.databaseSystem().stallSyncs(false);
    }

    private static ActiveFault fillDisk(Environment environment) {
        environment.databaseSystem().fillDisk(true);
        return () -> {
            environment.databaseSystem().fillDisk(false);
            environment.database().restart(Stop.KILL);
        };
    }
}
