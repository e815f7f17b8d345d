package io.rowlock.testkit.contract;

import io.rowlock.LockException;
import io.rowlock.LockTicket;
import io.rowlock.Rowlock;
import io.rowlock.testkit.process.Journal;
import io.rowlock.testkit.process.Journal.Entry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Races between writers that hold a ticket and takers who take the lock away from them.
 *
 * <ol>
 *   <li>A writer takes the ticket that is current, opens a transaction, guards it, writes an entry with its token, and
 *       commits. In a window that it draws by lot it stops: for a moment, or until the taker has tried, so that it would
 *       wake up stale.
 *   <li>A taker asks for the lock, whose lease is over as soon as it is granted, again and again. When it gets it, it
 *       writes an entry of its own, guarded as well, and hands out the new ticket; see {@link Taker}.
 *   <li>In the end, the tokens in the order of the commits never decrease; see {@link Journal}.
 * </ol>
 *
 * Each attempt of a writer is one race. Several locks are raced for at once, each with a writer and a taker.
 */
final class GuardRaces {

    private static final AtomicInteger RUNS = new AtomicInteger();
    private static final int LOCKS = 3;
    private static final long LONGEST_MOMENT = Duration.ofMillis(1).toNanos();
    private static final long LONGEST_WAIT = Duration.ofMillis(200).toNanos();
    private static final Duration GLANCE = Duration.ofNanos(50_000);

    private final Bench bench;
    private final Guarding guarding;
    private final AtomicInteger left;
    private final AtomicInteger committed = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger takeovers = new AtomicInteger();

    private GuardRaces(Bench bench, Guarding guarding, int races) {
        this.bench = bench;
        this.guarding = guarding;
        left = new AtomicInteger(races);
    }

    /** Runs so many races, and tells what came of them. */
    static Outcome run(Bench bench, Guarding guarding, int races) throws SQLException {
        return new GuardRaces(bench, guarding, races).run();
    }

    private Outcome run() throws SQLException {
        long start = System.nanoTime();
        Rowlock client = bench.client();
        List<CompletableFuture<?>> threads = new ArrayList<>();
        List<Journal> journals = new ArrayList<>();
        for (int lock = 0; lock < LOCKS; lock++) {
            String name = bench.name("race-" + RUNS.incrementAndGet());
            Journal journal = Journal.create(bench.engine().dataSource(), name);
            journals.add(journal);
            Taker taker = new Taker(bench.source(), bench.table(), name);
            Contest contest = new Contest(taker.take().orElseThrow());
            threads.add(bench.crew().async(() -> write(client, journal, contest)));
            threads.add(bench.crew().async(() -> takeOver(client, taker, journal, contest)));
        }
        threads.forEach(CompletableFuture::join);
        List<Entry> stale = new ArrayList<>();
        for (Journal journal : journals) {
            stale.addAll(journal.stale(bench.engine().dataSource()));
        }
        return new Outcome(
                committed.get(), refused.get(), takeovers.get(), stale, Duration.ofNanos(System.nanoTime() - start));
    }

    private int write(Rowlock client, Journal journal, Contest contest) throws SQLException {
        int attempts = 0;
        try (Transaction work = Transaction.on(bench.source())) {
            while (left.getAndDecrement() > 0) {
                attempts++;
                LockTicket ticket = contest.current;
                Window window = Window.any();
                contest.stopIn(window, Window.BEFORE_GUARD);
                boolean stored = attempt(client, journal, work, ticket, (here) -> contest.stopIn(window, here));
                (stored ? committed : refused).incrementAndGet();
                contest.awaitNewerThan(stored ? null : ticket);
            }
        }
        return attempts;
    }

    private boolean attempt(Rowlock client, Journal journal, Transaction work, LockTicket ticket, Consumer<Window> stop)
            throws SQLException {
        try {
            guarding.guard(bench, client, work.connection(), ticket);
            stop.accept(Window.AFTER_GUARD);
            journal.write(work.connection(), ticket.token());
            stop.accept(Window.BEFORE_COMMIT);
            work.commit();
            return true;
        } catch (LockException | SQLException stale) {
            work.rollback();
            return false;
        }
    }

    private int takeOver(Rowlock client, Taker taker, Journal journal, Contest contest) throws SQLException {
        int taken = 0;
        try (taker;
                Transaction work = Transaction.on(bench.source())) {
            while (left.get() > 0) {
                Optional<LockTicket> next = taker.takeFrom(contest.current);
                if (next.isPresent()) {
                    attempt(client, journal, work, next.get(), nowhere -> {});
                    contest.current = next.get();
                    takeovers.incrementAndGet();
                    taken++;
                }
                contest.tries.incrementAndGet();
            }
        }
        return taken;
    }

    /** One lock, its writer and its taker. */
    private final class Contest {
        private final AtomicInteger tries = new AtomicInteger();
        private volatile LockTicket current;

        Contest(LockTicket first) {
            current = first;
        }

        /** Two tries of the taker, because one may have begun before. Bounded, for it may wait for the writer. */
        void stopIn(Window drawn, Window here) {
            if (drawn != here) {
                return;
            }
            if (ThreadLocalRandom.current().nextBoolean()) {
                bench.crew().pause(Duration.ofNanos(ThreadLocalRandom.current().nextLong(LONGEST_MOMENT)));
            } else {
                int seen = tries.get();
                waitFor(() -> tries.get() >= seen + 2);
            }
        }

        /** So that the next race begins with a ticket that may stand. */
        void awaitNewerThan(@Nullable LockTicket refused) {
            waitFor(() -> !current.equals(refused));
        }

        private void waitFor(BooleanSupplier condition) {
            long start = System.nanoTime();
            while (!condition.getAsBoolean() && left.get() > 0 && System.nanoTime() - start < LONGEST_WAIT) {
                bench.crew().pause(GLANCE);
            }
        }
    }

    /** How a transaction is guarded with a ticket. */
    enum Guarding {
        /** By Rowlock. */
        LOCKED {
            @Override
            void guard(Bench bench, Rowlock client, Connection connection, LockTicket ticket) {
                client.resume(ticket).guard(connection);
            }
        },

        /** By looking at the row without locking it, which is not enough. */
        LOOKED {
            @Override
            void guard(Bench bench, Rowlock client, Connection connection, LockTicket ticket) throws SQLException {
                try (var statement = connection.prepareStatement(
                        "SELECT 1 FROM " + bench.table() + " WHERE name = ? AND token = ? AND request_id = ?")) {
                    statement.setString(1, ticket.key().name());
                    statement.setLong(2, ticket.token());
                    statement.setString(3, ticket.requestId());
                    try (var rows = statement.executeQuery()) {
                        if (!rows.next()) {
                            throw new SQLException("the grant is gone");
                        }
                    }
                }
            }
        };

        abstract void guard(Bench bench, Rowlock client, Connection connection, LockTicket ticket) throws SQLException;
    }

    /** Where a writer stops for a moment. */
    private enum Window {
        NONE,
        BEFORE_GUARD,
        AFTER_GUARD,
        BEFORE_COMMIT;

        static Window any() {
            return values()[ThreadLocalRandom.current().nextInt(values().length)];
        }
    }

    /**
     * What came of the races.
     *
     * @param committed how many attempts were committed
     * @param refused how many were refused
     * @param takeovers how often the lock was taken over
     * @param stale the entries that were committed after a later grant had written
     * @param took how long it all took
     */
    record Outcome(int committed, int refused, int takeovers, List<Entry> stale, Duration took) {}
}
