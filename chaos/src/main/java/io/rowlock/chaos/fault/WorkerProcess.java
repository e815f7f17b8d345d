package io.rowlock.chaos.fault;

import io.rowlock.chaos.plan.RunPlan;
import io.rowlock.chaos.worker.WorkerConfig;
import io.rowlock.chaos.worker.WorkerMain;
import io.rowlock.engines.network.Proxy;
import io.rowlock.engines.process.ChildJvm;
import io.rowlock.engines.process.JvmLaunch;
import io.rowlock.engines.process.SystemFaults;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** A worker as the run sees it: a process, its network, and the system that it runs on. For one thread. */
final class WorkerProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration EXIT_TIMEOUT = Duration.ofSeconds(40);

    private final String name;
    private final ChildJvm jvm;
    private final Proxy network;
    private final SystemFaults system;
    private final boolean pooled;

    private WorkerProcess(String name, ChildJvm jvm, Proxy network, SystemFaults system, boolean pooled) {
        this.pooled = pooled;
        this.name = name;
        this.jvm = jvm;
        this.network = network;
        this.system = system;
    }

    /** The network of a worker leads to the database, or to a pooler in front of it. */
    static WorkerProcess start(RunPlan plan, String name, long seed, Optional<InetSocketAddress> pooler) {
        Proxy network = Proxy.to(pooler.orElseGet(plan.engine()::address));
        String url = plan.engine().jdbcUrl(network.address());
        SystemFaults system = SystemFaults.create();
        WorkerConfig config = new WorkerConfig(Map.ofEntries(
                Map.entry("name", name),
                Map.entry("directory", plan.directory().toString()),
                Map.entry("url", url),
                // A program behind a pooler must do without names for its own statements; the library is told nothing.
                Map.entry("application-url", pooler.isPresent() ? url + "?prepareThreshold=0" : url),
                Map.entry("user", plan.engine().user()),
                Map.entry("password", plan.engine().password()),
                Map.entry("client", plan.client().toString()),
                Map.entry("bug", plan.bug()),
                Map.entry("lease", Long.toString(RunPlan.LEASE.toMillis())),
                Map.entry("call-timeout", Long.toString(RunPlan.CALL_TIMEOUT.toMillis())),
                Map.entry("pool", Integer.toString(plan.size().pool())),
                Map.entry("quick", Integer.toString(plan.size().quick())),
                Map.entry("slow", Integer.toString(plan.size().slow())),
                Map.entry("locks", Integer.toString(plan.size().locks())),
                Map.entry("seed", Long.toString(seed))));
        ChildJvm jvm = JvmLaunch.of(WorkerMain.class).on(system).start(config.words());
        return new WorkerProcess(name, jvm, network, system, pooler.isPresent());
    }

    /** Lets it begin, once it is connected, and its clock was found to be ours. */
    WorkerProcess go() {
        jvm.expect("ready", PATIENCE);
        compareClocks();
        order("go");
        return this;
    }

    /** Beliefs of different processes can be compared only if they are told in the time of one clock. */
    private void compareClocks() {
        long before = System.nanoTime();
        jvm.send("ping");
        long there = Long.parseLong(jvm.expect("pong ", PATIENCE).substring("pong ".length()));
        long after = System.nanoTime();
        if (there - before < 0 || after - there < 0) {
            throw new IllegalStateException("the monotonic clock of " + name + " is not this process's: " + there
                    + " is not between " + before + " and " + after);
        }
    }

    String name() {
        return name;
    }

    /** Whether it goes through the pooler. */
    boolean isPooled() {
        return pooled;
    }

    Proxy network() {
        return network;
    }

    SystemFaults system() {
        return system;
    }

    ChildJvm jvm() {
        return jvm;
    }

    void order(String line) {
        jvm.send(line);
        jvm.expect("done", PATIENCE);
    }

    /** Tells it to end; false if it did not, or is gone already. */
    boolean end() {
        try {
            jvm.send("end");
            jvm.expect("ended", EXIT_TIMEOUT);
            return true;
        } catch (AssertionError | UncheckedIOException stuckOrGone) {
            return false;
        }
    }

    @Override
    public void close() {
        jvm.close();
        network.close();
    }
}
