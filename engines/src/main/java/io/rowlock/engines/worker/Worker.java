package io.rowlock.engines.worker;

import io.rowlock.LockDefinition;
import io.rowlock.engines.process.ChildJvm;
import io.rowlock.engines.process.JvmLaunch;
import io.rowlock.engines.server.Engine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A {@link LockWorker} in a process of its own, as the test sees it. One thread at a time may talk to it. */
public final class Worker implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ChildJvm jvm;
    private final List<String> unread = new ArrayList<>();

    private Worker(ChildJvm jvm) {
        this.jvm = jvm;
    }

    /**
     * Starts one; {@link #awaitReady()} tells when it is connected.
     *
     * @param launch how, for {@link LockWorker}
     * @param engine its database
     * @param table its lock table
     * @return the worker, to be closed
     */
    public static Worker start(JvmLaunch launch, Engine engine, String table) {
        return new Worker(launch.start(engine.jdbcUrl(), engine.user(), engine.password(), table));
    }

    /**
     * Waits until it is connected.
     *
     * @return this worker
     */
    public Worker awaitReady() {
        expect("ready");
        return this;
    }

    /**
     * Its process.
     *
     * @return the process, to be frozen or killed
     */
    public ChildJvm jvm() {
        return jvm;
    }

    /**
     * Makes it acquire a lock.
     *
     * @param definition which, with what lease and wait
     * @return the grant's token
     */
    public long acquire(LockDefinition definition) {
        beginAcquire(definition);
        return Long.parseLong(expect("granted "));
    }

    /**
     * Makes it ask for a lock that another has.
     *
     * @param definition which, with what lease and wait
     */
    public void acquireInVain(LockDefinition definition) {
        beginAcquire(definition);
        expect("busy");
    }

    private void beginAcquire(LockDefinition definition) {
        String times =
                definition.lease().toMillis() + " " + definition.waitFor().toMillis();
        jvm.send("acquire " + definition.name() + " " + times);
    }

    /**
     * Makes it renew its hold for longer.
     *
     * @param lease how long at least
     */
    public void renew(Duration lease) {
        jvm.send("renew " + lease.toMillis());
        expect("renewed");
    }

    /** Asks whether it holds; {@link #held()} reads the answer. So the question can wait for a frozen process. */
    public void askHeld() {
        jvm.send("held");
    }

    /**
     * Reads the answer to {@link #askHeld()}.
     *
     * @return whether it holds, and when it was last seen to
     */
    public Held held() {
        String[] words = expect("held ").split(" ", -1);
        return new Held(Boolean.parseBoolean(words[0]), Long.parseLong(words[1]));
    }

    /**
     * A worker's report on its hold.
     *
     * @param now whether it is held
     * @param last when it was last seen held, by {@link System#nanoTime()}
     */
    public record Held(boolean now, long last) {}

    /**
     * Waits until it says that its hold is lost.
     *
     * @return the hold's token
     */
    public long awaitLost() {
        return Long.parseLong(expect("lost "));
    }

    /** Makes it close its hold. */
    public void release() {
        jvm.send("release");
        expect("released");
    }

    /**
     * Makes it begin to count under a lock; {@link #awaitCounted()} tells when it is done.
     *
     * @param name the lock's name, and the tally's
     * @param rounds how often
     */
    public void beginCount(String name, int rounds) {
        jvm.send("count " + name + " " + rounds);
    }

    /** Waits until it has counted. */
    public void awaitCounted() {
        expect("counted ");
    }

    /** The rest of the next line that begins so. Other lines are kept for later, because a loss is reported at any time. */
    private String expect(String prefix) {
        String line = take(prefix);
        while (line == null) {
            String next = jvm.expect("", PATIENCE);
            if (next.startsWith("failed ")) {
                throw new AssertionError("worker " + jvm.pid() + " " + next + "; errors: " + jvm.errors());
            }
            unread.add(next);
            line = take(prefix);
        }
        return line.substring(prefix.length());
    }

    private @Nullable String take(String prefix) {
        for (String line : unread) {
            if (line.startsWith(prefix)) {
                unread.remove(line);
                return line;
            }
        }
        return null;
    }

    @Override
    public void close() {
        jvm.close();
    }
}
