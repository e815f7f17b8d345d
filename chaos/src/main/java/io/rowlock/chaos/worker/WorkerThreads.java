package io.rowlock.chaos.worker;

import io.rowlock.chaos.bug.FaultyClients;
import io.rowlock.chaos.bug.SeededBug;
import io.rowlock.chaos.client.Fences;
import io.rowlock.chaos.client.LockClient;
import io.rowlock.chaos.history.HistoryWriter;
import io.rowlock.testkit.source.SmallPool;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;

/** The threads of a worker that use locks: most take many for a moment, some take few for long. */
final class WorkerThreads {
    private static final List<Scenario> QUICK = List.of(
            Scenario.ACQUIRE_AND_RELEASE,
            Scenario.ACQUIRE_AND_RELEASE,
            Scenario.ACQUIRE_AND_RELEASE,
            Scenario.ACQUIRE_AND_RELEASE,
            Scenario.ACQUIRE_AND_RELEASE,
            Scenario.RACE,
            Scenario.RACE,
            Scenario.BRANCH,
            Scenario.GUARDED,
            Scenario.FENCED,
            Scenario.INTERRUPTED);
    private static final List<Scenario> SLOW = List.of(
            Scenario.LONG_WORK,
            Scenario.LONG_WORK,
            Scenario.WORK_PAST_EXPIRY,
            Scenario.LONG_RENEWAL,
            Scenario.LONG_RENEWAL,
            Scenario.LONG_TRANSACTION,
            Scenario.IN_DOUBT);
    /** Work past the expiry means nothing where nobody is told of a loss. */
    private static final List<Scenario> SLOW_WITHOUT_LOSSES = List.of(Scenario.LONG_WORK);

    /** How the names of its threads begin. */
    static final String USER = "user-";

    private static final int MORE_THAN_THE_POOL = 4;

    private final LockClient client;
    private final PoolContention contention;
    private final LockRecorder recorder;
    private final List<LockUser> users = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final ExecutorService partners = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "partner");
        thread.setDaemon(true);
        return thread;
    });

    WorkerThreads(WorkerConfig config, LockClient client, DataSource database, HistoryWriter history) {
        this.client = client;
        recorder = new LockRecorder(client, history);
        Transactions transactions = new Transactions(recorder, database, fences(config), config, partners);
        contention = new PoolContention(recorder, transactions, config.locks());
        SplittableRandom random = new SplittableRandom(config.seed());
        int quick = config.number("quick");
        int slow = config.number("slow");
        for (int i = 0; i < quick + slow; i++) {
            List<Scenario> scenarios = i < quick ? QUICK : client.guards() ? SLOW : SLOW_WITHOUT_LOSSES;
            users.add(new LockUser(recorder, transactions, config, random.split(), scenarios));
        }
    }

    private static Fences fences(WorkerConfig config) {
        return SeededBug.named(config.text("bug")).map(FaultyClients::fences).orElseGet(Fences::real);
    }

    void begin() {
        for (LockUser user : users) {
            Thread thread = new Thread(user, USER + threads.size());
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    /** Fills the pool with transactions that ask for locks. */
    void fill(SmallPool pool) {
        contention.start(pool, pool.size() + MORE_THAN_THE_POOL);
    }

    /** Ends those transactions. */
    void empty() {
        contention.stop();
    }

    /** Lets every thread end its round, then closes the client. */
    void end() {
        contention.stop();
        users.forEach(LockUser::end);
        for (Thread thread : threads) {
            try {
                thread.join(20_000);
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted while ending", e);
            }
        }
        recorder.releaseAll();
        client.close();
        partners.shutdown();
    }
}
