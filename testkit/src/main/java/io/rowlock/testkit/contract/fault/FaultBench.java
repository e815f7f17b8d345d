package io.rowlock.testkit.contract.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.LockDefinition;
import io.rowlock.LockStatus;
import io.rowlock.LockStatus.State;
import io.rowlock.Rowlock;
import io.rowlock.RowlockBuilder;
import io.rowlock.testkit.engine.ServerEngine;
import io.rowlock.testkit.fault.Proxy;
import io.rowlock.testkit.process.JvmLaunch;
import io.rowlock.testkit.process.LockWorker;
import io.rowlock.testkit.process.Tally;
import io.rowlock.testkit.process.Worker;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * What one test works with: a lock of its own, clients, workers and proxies, and an onlooker who sees what the database
 * says. Everything is closed after the test, last opened first; then the lock must not be held. For one thread.
 */
public final class FaultBench implements AutoCloseable {

    /** How long to wait for what must happen, on a machine that has other things to do. */
    public static final Duration PATIENCE = Duration.ofSeconds(60);

    /** How long an impatient client waits for the server: longer than a busy machine takes to answer. */
    static final Duration IMPATIENCE = Duration.ofMillis(1_500);

    private static final String TABLE = "rowlock_fault";
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final ServerEngine engine;
    private final String name;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final Rowlock onlooker;

    FaultBench(ServerEngine engine, String test) {
        this.engine = engine;
        this.name = test + "-" + COUNT.incrementAndGet();
        this.onlooker = Rowlock.builder(engine.dataSource())
                .table(TABLE)
                .owner("onlooker")
                .build();
    }

    /** The lock's name, which no other test has. */
    String name() {
        return name;
    }

    /** The lock table. */
    String table() {
        return TABLE;
    }

    /** The lock with this lease, and a wait that is long enough for everything that ends. */
    LockDefinition lock(Duration lease) {
        return LockDefinition.of(name).withLease(lease).withWait(PATIENCE);
    }

    /** A client that reaches the server directly. */
    Rowlock client() {
        return client(engine.dataSource(), settings -> settings);
    }

    Rowlock client(DataSource source, UnaryOperator<RowlockBuilder> settings) {
        return open(settings.apply(Rowlock.builder(source).table(TABLE)).build());
    }

    /** A network of its own to the server. */
    Proxy proxy() {
        return open(Proxy.to(engine.address()));
    }

    /** A client in a process of its own, being started. */
    Worker worker(UnaryOperator<JvmLaunch> launch) {
        return open(Worker.start(launch.apply(JvmLaunch.of(LockWorker.class)), engine, TABLE));
    }

    /** The number that is counted under the lock. */
    Tally tally() throws SQLException {
        return open(Tally.create(engine.dataSource(), name));
    }

    /** What the database says of the lock. */
    LockStatus status() {
        return status(name);
    }

    LockStatus status(String lock) {
        return onlooker.admin().find(lock).orElseThrow(() -> new AssertionError("nobody ever had lock " + lock));
    }

    boolean isFree(String lock) {
        return onlooker.admin().find(lock).map(LockStatus::state).orElse(State.FREE) == State.FREE;
    }

    ConditionFactory await(String what) {
        return Awaitility.await(what).atMost(PATIENCE).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(10));
    }

    /** Does something on another thread. */
    <T> CompletableFuture<T> async(Callable<T> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> complete(result, task), "fault-" + name);
        thread.setDaemon(true);
        thread.start();
        return result;
    }

    private static <T> void complete(CompletableFuture<T> result, Callable<T> task) {
        try {
            result.complete(task.call());
        } catch (Throwable failure) {
            result.completeExceptionally(failure);
        }
    }

    <C extends AutoCloseable> C open(C resource) {
        opened.push(resource);
        return resource;
    }

    @Override
    public void close() throws Exception {
        try (onlooker) {
            for (AutoCloseable resource : opened) {
                resource.close();
            }
            await("the end of all holds")
                    .untilAsserted(() -> assertThat(onlooker.admin().find(name).map(LockStatus::state))
                            .isNotEqualTo(Optional.of(State.HELD)));
        }
    }
}
