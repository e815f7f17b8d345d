package io.rowlock.bench.client;

import java.util.List;
import java.util.stream.IntStream;

/** The names of the locks. Each thread has a few of its own, and so never meets another. */
public final class Names {

    /** The most threads there can be. */
    public static final int MOST_THREADS = 256;

    /** How many each thread has. */
    public static final int EACH = 4;

    private Names() {}

    /** The names of one thread. */
    public static List<String> of(int thread) {
        return IntStream.range(0, EACH)
                .mapToObj(number -> "bench-" + thread + "-" + number)
                .toList();
    }

    public static List<String> all() {
        return IntStream.range(0, MOST_THREADS)
                .boxed()
                .flatMap(thread -> of(thread).stream())
                .toList();
    }
}
