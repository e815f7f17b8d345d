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
final class Crew {
    private static final List<Habit> QUICK = List.of(
            Habit.TOUCH,
            Habit.TOUCH,
            Habit.TOUCH,
            Habit.TOUCH,
            Habit.TOUCH,
            Habit.RACE,
            Habit.RACE,
            Habit.BRANCH,
            Habit.GUARDED,
            Habit.FENCED,
            Habit.INTERRUPTED);
    private static final List<Habit> SLOW =
            List.of(Habit.WORK, Habit.WORK, Habit.OVERSTAY, Habit.LONGER, Habit.LONGER, Habit.LINGER, Habit.IN_DOUBT);
    /** Overstaying means nothing where nobody is told of a loss. */
    private static final List<Habit> SLOW_PEERS = List.of(Habit.WORK);

    /** How the names of its threads begin. */
    static final String USER = "user-";

    private static final int MORE_THAN_THE_POOL = 4;

    private final LockClient client;
    private final Crowd crowd;
    private final Journal journal;
    private final List<LockUser> users = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final ExecutorService partners = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "partner");
        thread.setDaemon(true);
        return thread;
    });

    Crew(WorkerConfig config, LockClient client, DataSource database, HistoryWriter history) {
        this.client = client;
        journal = new Journal(client, history);
        Deeds deeds = new Deeds(journal, database, fences(config), config, partners);
        crowd = new Crowd(journal, deeds, config.locks());
        SplittableRandom random = new SplittableRandom(config.seed());
        int quick = config.number("quick");
        int slow = config.number("slow");
        for (int i = 0; i < quick + slow; i++) {
            List<Habit> habits = i < quick ? QUICK : client.guards() ? SLOW : SLOW_PEERS;
            users.add(new LockUser(journal, deeds, config, random.split(), habits));
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
        crowd.gather(pool, pool.size() + MORE_THAN_THE_POOL);
    }

    /** Ends those transactions. */
    void empty() {
        crowd.disperse();
    }

    /** Lets every thread end its round, then closes the client. */
    void end() {
        crowd.disperse();
        users.forEach(LockUser::end);
        for (Thread thread : threads) {
            try {
                thread.join(20_000);
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted while ending", e);
            }
        }
        journal.releaseAll();
        client.close();
        partners.shutdown();
    }
}
