package io.rowlock.chaos.worker;

import io.rowlock.chaos.worker.LockRecorder.HeldLock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** One thread of a worker, which takes locks at random, does something under them, and releases them. */
final class LockUser implements Runnable {
    private static final Duration SHORT_WAIT = Duration.ofMillis(20);
    private static final Duration LONG_WAIT = Duration.ofSeconds(8);
    private static final long CHECK_EVERY = Duration.ofMillis(10).toNanos();
    private static final long PREPARED = Duration.ofMillis(30).toNanos();
    private static final int LONG_WAIT_PERCENT = 6;
    private static final int CONTENDED_LOCKS = 12;

    private final LockRecorder recorder;
    private final Transactions transactions;
    private final List<String> locks;
    private final Duration lease;
    private final SplittableRandom random;
    private final List<Scenario> scenarios;
    private volatile boolean over;

    LockUser(
            LockRecorder recorder,
            Transactions transactions,
            WorkerConfig config,
            SplittableRandom random,
            List<Scenario> scenarios) {
        this.recorder = recorder;
        this.transactions = transactions;
        this.locks = config.locks();
        this.lease = config.lease();
        this.random = random;
        this.scenarios = scenarios;
    }

    /** Ends it after its present round. */
    void end() {
        over = true;
    }

    @Override
    public void run() {
        while (!over) {
            round(scenarios.get(random.nextInt(scenarios.size())), anyLock());
        }
    }

    /** Half of the time one of a few that everybody wants, half of the time any. */
    private String anyLock() {
        int among = random.nextBoolean() ? Math.min(CONTENDED_LOCKS, locks.size()) : locks.size();
        return locks.get(random.nextInt(among));
    }

    private void round(Scenario scenario, String lock) {
        switch (scenario) {
            case ACQUIRE_AND_RELEASE -> acquire(lock).ifPresent(recorder::release);
            case GUARDED -> acquire(lock).ifPresent(held -> transactions.guarded(held, () -> recorder.release(held)));
            case RACE ->
                acquire(lock).ifPresent(held -> transactions.race(held, random.nextInt(3_000), recorder::release));
            case BRANCH ->
                acquire(lock)
                        .ifPresent(held -> transactions.branch(
                                held, random.nextInt(30_000), random.nextLong(PREPARED), recorder::release));
            case IN_DOUBT -> acquire(lock, SHORT_WAIT, false).ifPresent(this::leaveInDoubt);
            case FENCED -> acquire(lock).ifPresent(held -> transactions.fenced(held, () -> recorder.release(held)));
            case LONG_WORK -> acquire(lock).ifPresent(this::work);
            case WORK_PAST_EXPIRY -> acquire(lock, SHORT_WAIT, false).ifPresent(this::workPastExpiry);
            case LONG_RENEWAL -> acquire(lock, SHORT_WAIT, random.nextBoolean()).ifPresent(this::renewForLonger);
            case LONG_TRANSACTION -> acquire(lock).ifPresent(this::keepTransactionOpen);
            case INTERRUPTED -> acquireInterrupted(lock).ifPresent(recorder::release);
        }
    }

    /** Now and then a thread waits without a limit, so that it outlives a holder that dies. */
    private Optional<HeldLock> acquire(String lock) {
        Duration wait = random.nextInt(3) == 0 ? Duration.ZERO : SHORT_WAIT;
        Optional<HeldLock> held = acquire(lock, wait, true);
        return held.isEmpty() && random.nextInt(100) < LONG_WAIT_PERCENT ? acquire(lock, LONG_WAIT, true) : held;
    }

    private Optional<HeldLock> acquire(String lock, Duration wait, boolean renewed) {
        return over ? Optional.empty() : recorder.acquire(lock, wait, renewed, Interrupter.never());
    }

    private Optional<HeldLock> acquireInterrupted(String lock) {
        Duration after = Duration.ofNanos(1 + random.nextLong(SHORT_WAIT.toNanos()));
        return recorder.acquire(lock, lease, true, Interrupter.after(after));
    }

    /** Up to three leases, if the library renews by itself; else as long as its manual allows. */
    private void work(HeldLock held) {
        long most = recorder.client().renews() ? lease.toNanos() * 3 : lease.toNanos() * 3 / 4;
        long end = System.nanoTime() + random.nextLong(most);
        boolean goesOn = true;
        while (goesOn && !over && end - System.nanoTime() > 0) {
            goesOn = recorder.check(held);
            LockSupport.parkNanos(CHECK_EVERY);
        }
        recorder.check(held);
        transactions.fenced(held, () -> {});
        transactions.guarded(held, () -> recorder.release(held));
    }

    /** For nearly two leases. In half of the cases the work takes as long, so that a hold that nobody renews ends by itself. */
    private void renewForLonger(HeldLock held) {
        Duration longer = lease.multipliedBy(2).minusMillis(random.nextLong(lease.toMillis() / 4));
        held.handle().leased().ifPresent(leased -> recorder.renew(held, leased, longer));
        long most = longer.toNanos();
        long end = System.nanoTime() + (random.nextBoolean() ? most : random.nextLong(most));
        while (!over && end - System.nanoTime() > 0 && recorder.check(held)) {
            LockSupport.parkNanos(CHECK_EVERY);
        }
        recorder.releaseAndTell(held);
    }

    private void keepTransactionOpen(HeldLock held) {
        long nanos = random.nextLong(lease.toNanos());
        transactions.guardedByHand(held, () -> LockSupport.parkNanos(nanos));
        recorder.check(held);
        recorder.release(held);
    }

    /** Long enough for the lease and the grace to be over in half of the cases. */
    private void leaveInDoubt(HeldLock held) {
        transactions.inDoubt(held, random.nextLong(lease.toNanos() * 3));
        if (random.nextBoolean()) {
            recorder.release(held);
        }
    }

    /** Checks the hold for a while after its end: it is final, and would be seen if it were not. */
    private void workPastExpiry(HeldLock held) {
        long end = System.nanoTime() + lease.toNanos() / 2 + random.nextLong(lease.toNanos() * 3);
        while (!over && end - System.nanoTime() > 0) {
            recorder.check(held);
            LockSupport.parkNanos(CHECK_EVERY);
        }
        transactions.fenced(held, () -> {});
        transactions.guardedByHand(held, () -> {});
        if (random.nextBoolean()) {
            recorder.releaseAndTell(held);
        }
    }
}
