package io.rowlock.chaos.worker;

import io.rowlock.chaos.worker.Journal.Held;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** One thread of a worker, which takes locks at random, does something under them, and gives them back. */
final class LockUser implements Runnable {
    private static final Duration SHORT_WAIT = Duration.ofMillis(20);
    private static final Duration LONG_WAIT = Duration.ofSeconds(8);
    private static final long LOOK_EVERY = Duration.ofMillis(10).toNanos();
    private static final long PREPARED = Duration.ofMillis(30).toNanos();
    private static final int STUBBORN_PERCENT = 6;
    private static final int WANTED = 12;

    private final Journal journal;
    private final Deeds deeds;
    private final List<String> locks;
    private final Duration lease;
    private final SplittableRandom random;
    private final List<Habit> habits;
    private volatile boolean over;

    LockUser(Journal journal, Deeds deeds, WorkerConfig config, SplittableRandom random, List<Habit> habits) {
        this.journal = journal;
        this.deeds = deeds;
        this.locks = config.locks();
        this.lease = config.lease();
        this.random = random;
        this.habits = habits;
    }

    /** Ends it after its present round. */
    void end() {
        over = true;
    }

    @Override
    public void run() {
        while (!over) {
            round(habits.get(random.nextInt(habits.size())), anyLock());
        }
    }

    /** Half of the time one of a few that everybody wants, half of the time any. */
    private String anyLock() {
        int among = random.nextBoolean() ? Math.min(WANTED, locks.size()) : locks.size();
        return locks.get(random.nextInt(among));
    }

    private void round(Habit habit, String lock) {
        switch (habit) {
            case TOUCH -> ask(lock).ifPresent(journal::release);
            case GUARDED -> ask(lock).ifPresent(held -> deeds.guarded(held, () -> journal.release(held)));
            case RACE -> ask(lock).ifPresent(held -> deeds.race(held, random.nextInt(3_000), journal::release));
            case BRANCH ->
                ask(lock)
                        .ifPresent(held -> deeds.branch(
                                held, random.nextInt(30_000), random.nextLong(PREPARED), journal::release));
            case IN_DOUBT -> ask(lock, SHORT_WAIT, false).ifPresent(this::leaveInDoubt);
            case FENCED -> ask(lock).ifPresent(held -> deeds.fenced(held, () -> journal.release(held)));
            case WORK -> ask(lock).ifPresent(this::work);
            case OVERSTAY -> ask(lock, SHORT_WAIT, false).ifPresent(this::overstay);
            case LONGER -> ask(lock, SHORT_WAIT, random.nextBoolean()).ifPresent(this::renewForLonger);
            case LINGER -> ask(lock).ifPresent(this::linger);
            case INTERRUPTED -> askInterrupted(lock).ifPresent(journal::release);
        }
    }

    /** Now and then a thread waits without a limit, so that it outlives a holder that dies. */
    private Optional<Held> ask(String lock) {
        Duration wait = random.nextInt(3) == 0 ? Duration.ZERO : SHORT_WAIT;
        Optional<Held> held = ask(lock, wait, true);
        return held.isEmpty() && random.nextInt(100) < STUBBORN_PERCENT ? ask(lock, LONG_WAIT, true) : held;
    }

    private Optional<Held> ask(String lock, Duration wait, boolean renewed) {
        return over ? Optional.empty() : journal.acquire(lock, wait, renewed, Interrupter.never());
    }

    private Optional<Held> askInterrupted(String lock) {
        Duration after = Duration.ofNanos(1 + random.nextLong(SHORT_WAIT.toNanos()));
        return journal.acquire(lock, lease, true, Interrupter.after(after));
    }

    /** Up to three leases, if the library renews by itself; else as long as its manual allows. */
    private void work(Held held) {
        long most = journal.client().renews() ? lease.toNanos() * 3 : lease.toNanos() * 3 / 4;
        long end = System.nanoTime() + random.nextLong(most);
        boolean goesOn = true;
        while (goesOn && !over && end - System.nanoTime() > 0) {
            goesOn = journal.look(held);
            LockSupport.parkNanos(LOOK_EVERY);
        }
        journal.look(held);
        deeds.fenced(held, () -> {});
        deeds.guarded(held, () -> journal.release(held));
    }

    /** For nearly two leases. In half of the cases the work takes as long, so that a hold that nobody renews ends by itself. */
    private void renewForLonger(Held held) {
        Duration longer = lease.multipliedBy(2).minusMillis(random.nextLong(lease.toMillis() / 4));
        held.grip().leased().ifPresent(leased -> journal.renew(held, leased, longer));
        long most = longer.toNanos();
        long end = System.nanoTime() + (random.nextBoolean() ? most : random.nextLong(most));
        while (!over && end - System.nanoTime() > 0 && journal.look(held)) {
            LockSupport.parkNanos(LOOK_EVERY);
        }
        journal.releaseAsked(held);
    }

    private void linger(Held held) {
        long nanos = random.nextLong(lease.toNanos());
        deeds.guardedByHand(held, () -> LockSupport.parkNanos(nanos));
        journal.look(held);
        journal.release(held);
    }

    /** Long enough for the lease and the grace to be over in half of the cases. */
    private void leaveInDoubt(Held held) {
        deeds.inDoubt(held, random.nextLong(lease.toNanos() * 3));
        if (random.nextBoolean()) {
            journal.release(held);
        }
    }

    /** Goes on looking for a while after the end: it is final, and would be seen if it were not. */
    private void overstay(Held held) {
        long end = System.nanoTime() + lease.toNanos() / 2 + random.nextLong(lease.toNanos() * 3);
        while (!over && end - System.nanoTime() > 0) {
            journal.look(held);
            LockSupport.parkNanos(LOOK_EVERY);
        }
        deeds.fenced(held, () -> {});
        deeds.guardedByHand(held, () -> {});
        if (random.nextBoolean()) {
            journal.releaseAsked(held);
        }
    }
}
