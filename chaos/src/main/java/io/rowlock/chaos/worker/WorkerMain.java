package io.rowlock.chaos.worker;

import io.rowlock.chaos.client.LockClient;
import io.rowlock.chaos.history.Event;
import io.rowlock.chaos.history.HistoryWriter;
import io.rowlock.chaos.history.Kind;
import io.rowlock.testkit.source.SmallPool;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.TimeZone;
import java.util.concurrent.locks.LockSupport;

/**
 * A worker: a process with some threads that use locks, until told to end. It obeys the lines of its standard input:
 *
 * <pre>
 * ping         pong NANOS     its monotonic clock
 * exhaust      done           takes all connections of its pool
 * relax        done           gives them back
 * fill         done           starts transactions that take all connections of its pool, and ask for locks
 * empty        done           ends them
 * zone NAME    done           moves to another time zone
 * end          ended          closes everything
 * </pre>
 *
 * It says {@code ready} when it is connected.
 */
public final class WorkerMain {
    private static final Duration POOL_PATIENCE = Duration.ofSeconds(1);
    private static final int ATTEMPTS = 60;

    private final SmallPool pool;
    private final SmallPool application;
    private final WorkerThreads threads;
    private final PoolExhaustion exhaustion;

    private WorkerMain(SmallPool pool, SmallPool application, WorkerThreads threads) {
        this.pool = pool;
        this.application = application;
        this.threads = threads;
        this.exhaustion = new PoolExhaustion(pool);
    }

    public static void main(String[] words) throws IOException, SQLException {
        WorkerConfig config = WorkerConfig.of(words);
        try (HistoryWriter history = config.history().writer()) {
            history.write(Event.of(Kind.START, config.name()));
            SmallPool pool = new SmallPool(config.database(), config.number("pool"), POOL_PATIENCE);
            SmallPool application = config.hasOneDatabase()
                    ? pool
                    : new SmallPool(config.applicationDatabase(), config.number("pool"), POOL_PATIENCE);
            LockClient client = client(config, pool, history);
            WorkerThreads threads = new WorkerThreads(config, client, application, history);
            say("ready");
            try (DroppedReleases dropped = new DroppedReleases(client, history)) {
                dropped.watch();
                new WorkerMain(pool, application, threads).obey();
            }
            history.write(Event.of(Kind.END, Leaks.of(pool.lent() + (application == pool ? 0 : application.lent()))));
        }
        say("ended");
    }

    /** A worker that starts while the database is away waits for it. */
    private static LockClient client(WorkerConfig config, SmallPool pool, HistoryWriter history) {
        for (int attempt = 1; ; attempt++) {
            try {
                return LockClients.open(config, pool, history);
            } catch (RuntimeException failure) {
                if (attempt == ATTEMPTS) {
                    throw failure;
                }
                LockSupport.parkNanos(Duration.ofMillis(250).toNanos());
            }
        }
    }

    private void obey() throws IOException, SQLException {
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = orders.readLine(); line != null && !line.equals("end"); line = orders.readLine()) {
            say(answer(line.split(" ", 2)));
        }
        exhaustion.end();
        threads.end();
        pool.close();
        application.close();
    }

    private String answer(String[] words) {
        switch (words[0]) {
            case "ping" -> {
                return "pong " + System.nanoTime();
            }
            case "go" -> threads.begin();
            case "exhaust" -> exhaustion.begin();
            case "relax" -> exhaustion.end();
            case "fill" -> threads.fill(pool);
            case "empty" -> threads.empty();
            case "zone" -> TimeZone.setDefault(TimeZone.getTimeZone(words[1]));
            default -> throw new IllegalArgumentException("unknown order " + words[0]);
        }
        return "done";
    }

    private static void say(String line) {
        System.out.println(line);
    }
}
