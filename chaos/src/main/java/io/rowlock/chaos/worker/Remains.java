package io.rowlock.chaos.worker;

import io.rowlock.testkit.engine.SmallPool;
import java.util.List;

/** What is left in a process after everything was closed. */
final class Remains {
    private static final String OURS = "rowlock-";

    private Remains() {}

    static String of(SmallPool pool) {
        List<String> threads = Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name -> name.startsWith(OURS))
                .sorted()
                .toList();
        return "threads=" + String.join(",", threads) + " connections=" + pool.lent();
    }
}
