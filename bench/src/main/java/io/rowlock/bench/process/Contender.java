package io.rowlock.bench.process;

import io.rowlock.bench.contestant.Contestant;
import io.rowlock.bench.stage.Stage;
import io.rowlock.engines.process.ChildJvm;
import io.rowlock.engines.process.JvmLaunch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A {@link ContenderMain} in a process of its own. One thread at a time may talk to it. */
public final class Contender implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Several start at the same time. */
    private static final Duration START = Duration.ofMinutes(3);

    private final ChildJvm jvm;

    private Contender(ChildJvm jvm) {
        this.jvm = jvm;
    }

    /** A process of that number; {@code last} is a file in which it finds the number of the holder before. */
    public static Contender start(Contestant contestant, Stage stage, int number, Path last) {
        List<String> words = new ArrayList<>(List.of(contestant.name(), last.toString(), Integer.toString(number)));
        words.addAll(stage.address(contestant.service()).words());
        return new Contender(JvmLaunch.of(ContenderMain.class)
                .option("-XX:TieredStopAtLevel=4")
                .start(words.toArray(String[]::new)));
    }

    /** Waits until it is connected. */
    public void awaitReady() {
        jvm.expect("ready", START);
    }

    /** Makes it want the lock, again and again. */
    public void go() {
        jvm.send("go");
        jvm.expect("going", PATIENCE);
    }

    /** Makes it stop, and waits until it has. */
    public void halt() {
        jvm.send("halt");
        jvm.expect("halted", PATIENCE);
    }

    /** The grants that it has got so far. */
    public Grants grants() {
        jvm.send("count");
        return Grants.of(jvm.expect(Grants.WORD, PATIENCE));
    }

    @Override
    public void close() {
        jvm.close();
    }
}
