package io.rowlock.memory;

import io.rowlock.LockKey;
import io.rowlock.LockSchema;
import io.rowlock.LockStatus;
import io.rowlock.Rowlock;
import io.rowlock.memory.internal.MemoryClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;

/**
 * Rowlock without a database, for the unit tests of an application.
 *
 * <p>The clients are real ones: leases, renewals, tokens, tickets, waiting and loss work as they do on a database. Only the
 * lock table is in memory. The test moves the clock, makes locks busy, has them lost, breaks the database, and sees every
 * request.
 *
 * <pre>{@code
 * try (MemoryRowlock memory = MemoryRowlock.stopped()) {
 *     ReportService service = new ReportService(memory.client());
 *
 *     memory.holdElsewhere("daily-report");
 *     assertFalse(service.tryReport());
 *
 *     memory.free("daily-report");
 *     assertTrue(service.tryReport());
 * }
 * }</pre>
 *
 * <p>All locks meant here are those of the default table, {@value LockSchema#DEFAULT_TABLE}. Thread-safe. Close it after the
 * test: that closes every client.
 */
public final class MemoryRowlock implements AutoCloseable {

    /** The name of the node whose client {@link #client()} is. */
    public static final String FIRST_NODE = "node-1";

    private static final Instant STOPPED_AT = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    private final MemoryDatabase database;
    private final MemoryLockControl locks;
    private final Map<String, MemoryNode> nodes = new ConcurrentHashMap<>();

    MemoryRowlock(MemoryClock clock) {
        database = new MemoryDatabase(clock);
        locks = new MemoryLockControl(database);
    }

    /**
     * An empty database whose clock runs, and can be moved ahead. Right for tests in which threads wait for each other.
     *
     * @return the database, to be closed
     */
    public static MemoryRowlock create() {
        return new MemoryRowlock(MemoryClock.running(System::nanoTime));
    }

    /**
     * An empty database whose clock stands still at the beginning of 2026, until it is moved. Every run of a test sees the same
     * times and tokens. Right for all other tests.
     *
     * <p>A thread that waits for a lock, or tries again after a failure, does not spend time but lets it pass: the clock moves
     * until the thread need not wait any longer. So a wait of five minutes ends
     * at once, and no test hangs. A wait without a thread, {@code acquireAsync}, lasts until the test moves the clock.
     *
     * @return the database, to be closed
     */
    public static MemoryRowlock stopped() {
        return stoppedAt(STOPPED_AT);
    }

    /**
     * The same as {@link #stopped()}, with the clock at another time.
     *
     * @param start where the clock stands
     * @return the database, to be closed
     */
    public static MemoryRowlock stoppedAt(Instant start) {
        return new MemoryRowlock(MemoryClock.stopped(start));
    }

    /**
     * The client of the first node, {@value #FIRST_NODE}.
     *
     * @return the same one each time, unless it was closed
     */
    public Rowlock client() {
        return client(FIRST_NODE);
    }

    /**
     * The client of a node. Nodes share the database and nothing else, like processes on several machines.
     *
     * @param node the node's name
     * @return the same one each time, unless it was closed
     */
    public Rowlock client(String node) {
        return node(node).client();
    }

    /**
     * A node, which can be cut off from the database by itself.
     *
     * @param name its name; also the owner that others see beside the locks that it holds
     * @return the same one each time
     */
    public MemoryNode node(String name) {
        return nodes.computeIfAbsent(name, fresh -> new MemoryNode(database, fresh));
    }

    /**
     * The data source of the first node, for code that builds its client itself. See {@link MemoryNode#dataSource()}.
     *
     * @return the data source
     */
    public DataSource dataSource() {
        return node(FIRST_NODE).dataSource();
    }

    // Time.

    /**
     * The time of the database's clock.
     *
     * @return the time
     */
    public Instant now() {
        return database.now();
    }

    /**
     * Lets time pass, for the database and for all clients. Everything that is to happen meanwhile happens, at its moment and in
     * order: holds are renewed, leases end, waits are over, losses are told. When this method returns, listeners and {@code
     * onLost} actions have run, unless they take more than two seconds.
     *
     * @param time how much; a day takes some seconds, because every heartbeat in it happens
     * @throws IllegalArgumentException if it is negative
     */
    public void advance(Duration time) {
        database.clock().advance(requireNotNegative(time));
    }

    /**
     * Lets time pass while all clients stand still, as during a long pause of the garbage collector, or while a virtual machine
     * is moved. They find themselves at the new time: what they did not renew is lost.
     *
     * @param time how much
     * @throws IllegalArgumentException if it is negative
     */
    public void stall(Duration time) {
        database.clock().jump(requireNotNegative(time));
    }

    private static Duration requireNotNegative(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("time " + time + " is negative; a clock is moved ahead only");
        }
        return time;
    }

    // Locks.

    /**
     * Has someone else hold a lock, until {@link #free}.
     *
     * @param lock the lock's name
     * @throws IllegalStateException if it is held already
     */
    public void holdElsewhere(String lock) {
        holdElsewhere(lock, FOR_EVER);
    }

    /**
     * Has someone else hold a lock who does not renew it, like a process that has died.
     *
     * @param lock the lock's name
     * @param time how long from now; then it is free
     * @throws IllegalStateException if it is held already
     */
    public void holdElsewhere(String lock, Duration time) {
        locks.holdElsewhere(LockKey.of(lock), requireNotNegative(time));
    }

    /**
     * Ends a hold that {@link #holdElsewhere} began, or a keep-for. A client that waits for the lock asks at once. Does nothing if the
     * lock is free.
     *
     * @param lock the lock's name
     * @throws IllegalStateException if one of the clients holds it
     */
    public void free(String lock) {
        locks.free(LockKey.of(lock));
    }

    /**
     * Takes a lock from the client that holds it, which learns of it at once: when this method returns, {@code isHeld()} is
     * false and {@code onLost} actions have run, unless they take more than two seconds. The lock is free then. A client that
     * cannot reach the database learns of it when it can, or when its lease ends.
     *
     * @param lock the lock's name
     * @throws IllegalStateException if no client holds it
     */
    public void lose(String lock) {
        locks.lose(LockKey.of(lock));
    }

    /**
     * The status of a lock, from the lock table. Unlike a client's {@code admin()}, this never fails.
     *
     * @param lock the lock's name
     * @return its status; empty if it was never used
     */
    public Optional<LockStatus> status(String lock) {
        return locks.status(LockKey.of(lock));
    }

    // Failures.

    /**
     * Has every request of every node fail, until {@link #heal()}.
     *
     * @param failure how
     */
    public void fail(MemoryFailure failure) {
        fail(failure, Integer.MAX_VALUE);
    }

    /**
     * Has the next requests fail, of whichever node. Heartbeats count as requests, too.
     *
     * @param failure how
     * @param times how many requests
     * @throws IllegalArgumentException if that is not a positive number
     */
    public void fail(MemoryFailure failure, int times) {
        database.faults().fail(Objects.requireNonNull(failure, "failure"), times);
    }

    /** Makes the database unreachable for every node, until {@link #heal()}: the same as {@code fail(UNREACHABLE)}. */
    public void unreachable() {
        fail(MemoryFailure.UNREACHABLE);
    }

    /** Ends all failures, those of single nodes included. */
    public void heal() {
        database.faults().heal();
        nodes.values().forEach(MemoryNode::heal);
    }

    // Requests.

    /**
     * The requests of all clients, in order; the latest 100,000.
     *
     * @return the requests about all locks
     */
    public List<MemoryRequest> requests() {
        return database.requests();
    }

    /**
     * The requests of all clients about one lock, in order.
     *
     * @param lock the lock's name
     * @return the requests
     */
    public List<MemoryRequest> requests(String lock) {
        return requests().stream()
                .filter(request -> request.lock().equals(lock))
                .toList();
    }

    /** Forgets the requests so far. */
    public void clearRequests() {
        database.clearRequests();
    }

    /** Ends all failures, and closes every client, also those that were built on a data source of a node. */
    @Override
    public void close() {
        heal();
        nodes.values().forEach(MemoryNode::close);
    }

    MemoryDatabase database() {
        return database;
    }
}
