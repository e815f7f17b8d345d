package io.rowlock.bench.process;

import io.rowlock.bench.contestant.Contestant;
import io.rowlock.bench.stage.Stage;
import io.rowlock.engines.process.ChildJvm;
import io.rowlock.engines.process.JvmLaunch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A {@link PasserMain} in a process of its own. One thread at a time may talk to it. */
public final class Passer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ChildJvm jvm;

    private Passer(ChildJvm jvm) {
        this.jvm = jvm;
    }

    public static Passer start(Contestant contestant, Stage stage) {
        List<String> words = new ArrayList<>(List.of(contestant.name()));
        words.addAll(stage.address(contestant.service()).words());
        ChildJvm jvm =
                JvmLaunch.of(PasserMain.class).option("-XX:TieredStopAtLevel=4").start(words.toArray(String[]::new));
        return new Passer(jvm);
    }

    /** Waits until it is connected: several can start at the same time. */
    public void awaitReady() {
        jvm.expect("ready", PATIENCE);
    }

    /** Makes it ask for the lock, and wait for it. */
    public void ask() {
        jvm.send("ask");
        jvm.expect("asking", PATIENCE);
    }

    /** Waits until it has the lock; the monotonic clock's nanoseconds at that moment. */
    public long grantedAt() {
        return number(jvm.expect("granted ", PATIENCE));
    }

    /** Makes it release the lock; the monotonic clock's nanoseconds just before. */
    public long release() {
        jvm.send("release");
        return number(jvm.expect("released ", PATIENCE));
    }

    private static long number(String line) {
        return Long.parseLong(line.substring(line.indexOf(' ') + 1));
    }

    @Override
    public void close() {
        jvm.close();
    }
}
