package io.rowlock.chaos.worker;

import java.util.List;

/** The threads and connections that are left in a process after everything was closed. */
final class Leaks {
    /** The library's threads; and the worker's, which stay only if a call does not end. */
    private static final List<String> OURS = List.of("rowlock-", WorkerThreads.USER);

    private Leaks() {}

    static String of(int connections) {
        List<String> threads = Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name -> OURS.stream().anyMatch(name::startsWith))
                .sorted()
                .toList();
        return "threads=" + String.join(",", threads) + " connections=" + connections;
    }
}
