package io.rowlock.chaos.fault;

import io.rowlock.chaos.fault.Fault.Damage;
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
                scene -> Repetition.every(100, () -> scene.database().killConnections());
            case CUT ->
                scene -> Repetition.every(50, () -> scene.anyWorker().network().cutAll());
            case BYTE_CUT -> Faults::cutBytes;
            case DELAY -> Faults::delay;
            case HALF_OPEN -> Faults::halfOpen;
            case BLOCK_REQUESTS -> scene -> block(scene, Direction.TO_SERVER);
            case BLOCK_REPLIES -> scene -> block(scene, Direction.TO_CLIENT);
            case REFUSE -> Faults::refuse;
            case EXHAUST_POOL -> Faults::exhaustPool;
            case STARVE_CPU -> Faults::starve;
            case WORKER_CLOCK -> Faults::stepWorkers;
            case WORKER_ZONE -> Faults::moveWorkers;
            case DATABASE_CLOCK -> Faults::stepDatabase;
            case STALL_SYNC -> Faults::stallSyncs;
            case FILL_DISK -> Faults::fillDisk;
            case REFUSE_STATEMENTS -> Refusals::strike;
            case READ_ONLY -> Faults::readOnly;
            case FILL_POOL -> Faults::fillPool;
            case POOLER ->
                scene -> {
                    scene.pooler().restart();
                    return () -> {};
                };
            case DDL -> SchemaChanges::strike;
        };
    }

    private static Damage killWorker(Scene scene) {
        WorkerProcess victim = scene.anyWorker();
        scene.note(Kind.KILL, victim);
        victim.jvm().kill();
        return () -> scene.replace(victim);
    }

    private static Damage stopWorker(Scene scene) {
        WorkerProcess victim = scene.anyWorker();
        scene.note(Kind.STOP, victim);
        victim.jvm().freeze();
        return () -> {
            victim.jvm().thaw();
            scene.note(Kind.CONT, victim);
        };
    }

    private static Damage killDatabase(Scene scene) {
        scene.database().stop(Stop.KILL);
        return () -> scene.database().start();
    }

    private static Damage stopDatabase(Scene scene) {
        scene.database().freeze();
        return () -> scene.database().thaw();
    }

    private static Damage restartDatabase(Scene scene) {
        scene.database().restart(Stop.GRACEFUL);
        return () -> {};
    }

    private static Damage cutBytes(Scene scene) {
        List<WorkerProcess> workers = scene.workers();
        SplittableRandom random = scene.random().split();
        int before = cuts(workers);
        Damage cutting = Repetition.every(4, () -> {
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
            scene.note(Kind.FAULT, "cuts", cuts(workers) - before);
        };
    }

    private static int cuts(List<WorkerProcess> workers) {
        return workers.stream().mapToInt(worker -> worker.network().cutsMade()).sum();
    }

    private static Damage delay(Scene scene) {
        Duration each = Duration.ofMillis(1 + scene.random().nextLong(LONGEST_DELAY.toMillis()));
        return networks(scene.workers().stream(), network -> network.delay(each), Proxy::heal);
    }

    private static Damage halfOpen(Scene scene) {
        return networks(Stream.of(scene.anyWorker()), Proxy::blackhole, network -> {
            network.cutAll();
            network.heal();
        });
    }

    private static Damage block(Scene scene, Direction direction) {
        return networks(Stream.of(scene.anyWorker()), network -> network.blackhole(direction), Proxy::heal);
    }

    private static Damage refuse(Scene scene) {
        return networks(
                scene.workers().stream(),
                network -> {
                    network.refuse();
                    network.cutAll();
                },
                Proxy::heal);
    }

    private static Damage networks(Stream<WorkerProcess> workers, Consumer<Proxy> damage, Consumer<Proxy> repair) {
        List<Proxy> networks = workers.map(WorkerProcess::network).toList();
        networks.forEach(damage);
        return () -> networks.forEach(repair);
    }

    private static Damage exhaustPool(Scene scene) {
        WorkerProcess victim = scene.anyWorker();
        victim.order("exhaust");
        return () -> victim.order("relax");
    }

    /** Its connections are reset first, so that the library, too, must ask the pool for new ones. */
    private static Damage fillPool(Scene scene) {
        WorkerProcess victim = scene.anyWorker();
        victim.order("fill");
        Damage cutting = Repetition.every(700, () -> victim.network().cutAll());
        return () -> {
            cutting.close();
            victim.order("empty");
        };
    }

    private static Damage starve(Scene scene) {
        List<OsProcess> spinners = Stream.generate(() -> new ProcessBuilder("sh", "-c", "while :; do :; done"))
                .limit(SPINNERS)
                .map(OsProcess::start)
                .toList();
        return () -> spinners.forEach(OsProcess::kill);
    }

    /** They stay wrong, each in its own way, until the next time. */
    private static Damage stepWorkers(Scene scene) {
        for (WorkerProcess worker : scene.workers()) {
            long seconds = scene.random().nextLong(-MOST_WALL_SECONDS, MOST_WALL_SECONDS);
            worker.system().clockAhead(Duration.ofSeconds(seconds));
        }
        return () -> {};
    }

    private static Damage moveWorkers(Scene scene) {
        List<String> zones = ZoneId.getAvailableZoneIds().stream().sorted().toList();
        for (WorkerProcess worker : scene.workers()) {
            worker.order("zone " + zones.get(scene.random().nextInt(zones.size())));
        }
        return () -> {};
    }

    /** Less than the grace, as the promises demand. */
    private static Damage stepDatabase(Scene scene) {
        int millis = 100 + scene.random().nextInt(DATABASE_STEP_MILLIS - 100);
        scene.note(Kind.FAULT, "step", Duration.ofMillis(millis).toNanos());
        scene.databaseSystem().clockAhead(Duration.ofMillis(millis));
        return () -> scene.databaseSystem().clockAhead(Duration.ZERO);
    }

    private static Damage readOnly(Scene scene) {
        DemotableEngine database = (DemotableEngine) scene.database();
        database.demote();
        return database::promote;
    }

    private static Damage stallSyncs(Scene scene) {
        scene.databaseSystem().stallSyncs(true);
        return () -> scene.databaseSystem().stallSyncs(false);
    }

    private static Damage fillDisk(Scene scene) {
        scene.databaseSystem().fillDisk(true);
        return () -> {
            scene.databaseSystem().fillDisk(false);
            scene.database().restart(Stop.KILL);
        };
    }
}
