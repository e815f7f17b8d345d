package io.rowlock.testkit.guard;

import io.rowlock.LockException;
import io.rowlock.LockTicket;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.sql.Journal.Entry;
import io.rowlock.testkit.sql.Taker;
import io.rowlock.testkit.sql.Transaction;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Races between writers that hold a ticket and takers who take the lock away from them.
 *
 * <ol>
 *   <li>A writer takes the ticket that is current, opens a transaction, guards it, writes an entry with its token, and
 *       commits. In a random window it stops: for a moment, or until the taker has tried, so that it would
 *       wake up stale.
 *   <li>A taker asks for the lock, whose lease is over as soon as it is granted, again and again. When it gets it, it
 *       writes an entry of its own, guarded as well, and hands out the new ticket; see {@link Taker}.
 *   <li>In the end, nothing was committed under a token after a later grant; see {@link Evidence}.
 * </ol>
 *
 * Each attempt of a writer is one race. Several locks are raced for at once, each with a writer and a taker.
 */
public final class GuardRaces {

    private static final AtomicInteger RUNS = new AtomicInteger();
    private static final int LOCKS = 3;
    private static final long LONGEST_MOMENT = Duration.ofMillis(1).toNanos();
    private static final long LONGEST_WAIT = Duration.ofMillis(200).toNanos();
    private static final Duration GLANCE = Duration.ofNanos(50_000);

    private final ContractFixture fixture;
    private final DataSource takers;
    private final Witness witness;
    private final Guarding guarding;
    private final AtomicInteger left;
    private final AtomicInteger committed = new AtomicInteger();
    private final AtomicInteger rejected = new AtomicInteger();
    private final AtomicInteger takeovers = new AtomicInteger();

    private GuardRaces(ContractFixture fixture, DataSource takers, Witness witness, Guarding guarding, int races) {
        this.fixture = fixture;
        this.takers = takers;
        this.witness = witness;
        this.guarding = guarding;
        left = new AtomicInteger(races);
    }

    /** Runs so many races on one server, and tells what came of them. */
    public static Outcome run(ContractFixture fixture, Guarding guarding, int races) throws SQLException {
        Witness journals = name -> Evidence.journal(fixture.testDatabase().dataSource(), name);
        return new GuardRaces(fixture, fixture.source(), journals, guarding, races).run();
    }

    /** Runs so many races between writers on the fixture's server and takers on another. */
    public static Outcome run(ContractFixture fixture, DataSource takers, Witness witness, Guarding guarding, int races)
            throws SQLException {
        return new GuardRaces(fixture, takers, witness, guarding, races).run();
    }

    private Outcome run() throws SQLException {
        long start = System.nanoTime();
        Rowlock client = fixture.client();
        List<CompletableFuture<?>> threads = new ArrayList<>();
        List<Evidence> left = new ArrayList<>();
        for (int lock = 0; lock < LOCKS; lock++) {
            String name = fixture.name("race-" + RUNS.incrementAndGet());
            Taker taker = new Taker(takers, fixture.table(), name);
            Contest contest = new Contest(client, witness.of(name), taker.take().orElseThrow());
            left.add(contest.evidence);
            threads.add(fixture.crew().async(contest::write));
            threads.add(fixture.crew().async(() -> contest.takeOver(taker)));
        }
        threads.forEach(CompletableFuture::join);
        List<Entry> stale = new ArrayList<>();
        for (Evidence evidence : left) {
            stale.addAll(evidence.stale());
        }
        return new Outcome(
                committed.get(), rejected.get(), takeovers.get(), stale, Duration.ofNanos(System.nanoTime() - start));
    }

    /** One lock, its writer and its taker. */
    private final class Contest {
        private final Rowlock client;
        private final Evidence evidence;
        private final AtomicInteger tries = new AtomicInteger();
        private volatile LockTicket current;

        Contest(Rowlock client, Evidence evidence, LockTicket first) {
            this.client = client;
            this.evidence = evidence;
            current = first;
        }

        int write() throws SQLException {
            int attempts = 0;
            try (Transaction work = Transaction.on(fixture.source())) {
                while (left.getAndDecrement() > 0) {
                    attempts++;
                    LockTicket ticket = current;
                    Window window = Window.any();
                    stopIn(window, Window.BEFORE_GUARD);
                    boolean stored = attempt(work, ticket, here -> stopIn(window, here));
                    (stored ? committed : rejected).incrementAndGet();
                    awaitNewerThan(stored ? null : ticket);
                }
            }
            return attempts;
        }

        int takeOver(Taker taker) throws SQLException {
            int taken = 0;
            try (taker;
                    Transaction work = Transaction.on(takers)) {
                while (left.get() > 0) {
                    Optional<LockTicket> next = taker.takeFrom(current);
                    if (next.isPresent()) {
                        evidence.taken(current.token());
                        attempt(work, next.get(), nowhere -> {});
                        current = next.get();
                        takeovers.incrementAndGet();
                        taken++;
                    } else {
                        fixture.crew().pause(GLANCE);
                    }
                    tries.incrementAndGet();
                }
            }
            return taken;
        }

        private boolean attempt(Transaction work, LockTicket ticket, Consumer<Window> stop) throws SQLException {
            try {
                guarding.guard(client, fixture.table(), work.connection(), ticket);
                stop.accept(Window.AFTER_GUARD);
                evidence.write(work.connection(), ticket.token());
                stop.accept(Window.BEFORE_COMMIT);
                work.commit();
                return true;
            } catch (LockException | SQLException stale) {
                undo(work);
                return false;
            }
        }

        /** Galera does not roll back what it has rolled back already, for another node's sake. */
        private void undo(Transaction work) throws SQLException {
            try {
                work.rollback();
            } catch (SQLTransactionRollbackException undone) {
                work.rollback();
            }
        }

        /** Two tries of the taker, because one may have begun before. Bounded, because it may wait for the writer. */
        private void stopIn(Window drawn, Window here) {
            if (drawn != here) {
                return;
            }
            if (ThreadLocalRandom.current().nextBoolean()) {
                fixture.crew()
                        .pause(Duration.ofNanos(ThreadLocalRandom.current().nextLong(LONGEST_MOMENT)));
            } else {
                int seen = tries.get();
                waitFor(() -> tries.get() >= seen + 2);
            }
        }

        /** So that the next race begins with a ticket that may stand. */
        private void awaitNewerThan(@Nullable LockTicket rejected) {
            waitFor(() -> !current.equals(rejected));
        }

        private void waitFor(BooleanSupplier condition) {
            long start = System.nanoTime();
            while (!condition.getAsBoolean() && left.get() > 0 && System.nanoTime() - start < LONGEST_WAIT) {
                fixture.crew().pause(GLANCE);
            }
        }
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

    /** Keeps what the writers of each lock leave behind. */
    @FunctionalInterface
    public interface Witness {
        Evidence of(String name) throws SQLException;
    }

    /**
     * The result of the races.
     *
     * @param committed how many attempts were committed
     * @param rejected how many were rejected
     * @param takeovers how often the lock was taken over
     * @param stale the entries that were committed after a later grant had written
     * @param took how long it all took
     */
    public record Outcome(int committed, int rejected, int takeovers, List<Entry> stale, Duration took) {

        @Override
        public String toString() {
            return "%d committed, %d rejected, %d takeovers, %d stale commits, in %d s"
                    .formatted(committed, rejected, takeovers, stale.size(), took.toSeconds());
        }
    }
}
