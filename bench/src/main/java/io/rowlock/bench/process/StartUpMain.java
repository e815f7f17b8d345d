package io.rowlock.bench.process;

import com.zaxxer.hikari.HikariDataSource;
import io.rowlock.Rowlock;
import io.rowlock.bench.client.Address;
import io.rowlock.bench.result.Summary;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The program of a process that starts clients, one after the other; says how many nanoseconds each took. */
final class StartUpMain {
    private static final int POOL = 10;
    private static final int LATER = 9;

    private StartUpMain() {}

    public static void main(String... address) {
        try (HikariDataSource pool =
                Address.of(Arrays.asList(address)).withPromptSockets().pool(POOL)) {
            first(pool);
            double[] later =
                    IntStream.range(0, LATER).mapToDouble(number -> again(pool)).toArray();
            say("again", (long) Summary.median(later));
        }
    }

    private static void first(HikariDataSource pool) {
        long begin = System.nanoTime();
        try (Rowlock rowlock = Rowlock.create(pool)) {
            say("created", System.nanoTime() - begin);
            rowlock.lock("start-up").acquire().close();
            say("used", System.nanoTime() - begin);
        }
    }

    private static double again(HikariDataSource pool) {
        long begin = System.nanoTime();
        try (Rowlock rowlock = Rowlock.create(pool)) {
            return System.nanoTime() - begin;
        }
    }

    private static void say(String word, long nanos) {
        System.out.println(word + " " + nanos);
    }
}
