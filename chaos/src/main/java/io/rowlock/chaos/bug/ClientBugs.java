package io.rowlock.chaos.bug;

import io.rowlock.chaos.client.ClientTerms;
import io.rowlock.chaos.client.Grip;
import io.rowlock.chaos.client.Leased;
import io.rowlock.chaos.client.LockClient;
import io.rowlock.chaos.client.RowlockClient;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

/** Bugs in what the process itself believes and tells. */
final class ClientBugs {
    private static final Duration LATE = Duration.ofMillis(1_800);
    private static final Duration HANGING = Duration.ofSeconds(12);
    private static final Duration STALE = Duration.ofMillis(1_800);

    private ClientBugs() {}

    /**
     * A call of the worker for a lock.
     *
     * @param real the library
     * @param terms the terms of its locks
     * @param lock its name
     * @param timeout how long to wait for it
     * @param renewed whether it is renewed
     */
    private record Call(RowlockClient real, ClientTerms terms, String lock, Duration timeout, boolean renewed) {
        Optional<Grip> proceed() throws InterruptedException {
            return real.acquire(lock, timeout, renewed);
        }
    }

    private interface Acquire {
        Optional<Grip> answer(Call call) throws InterruptedException;
    }

    /** Only calls for locks are answered in another way than they should be. */
    private static Bug acquiring(Acquire bug) {
        return new Bug() {
            @Override
            public LockClient client(RowlockClient real, ClientTerms terms) {
                return new PassingClient(real) {
                    @Override
                    public Optional<Grip> acquire(String lock, Duration wait, boolean renewed)
                            throws InterruptedException {
                        return bug.answer(new Call(real, terms, lock, wait, renewed));
                    }
                };
            }
        };
    }

    /** Only the grip is another than it should be. */
    private static Bug gripping(UnaryOperator<Grip> bug) {
        return acquiring(call -> call.proceed().map(bug));
    }

    static Bug releaseByName() {
        return acquiring(call -> call.proceed().map(grip -> new PassingGrip(grip) {
            @Override
            public void release() {
                grip.release();
                call.real().free(call.lock());
            }
        }));
    }

    /** The lock is given back, and the answer does not matter. */
    static Bug alwaysConfirmed() {
        return gripping(grip -> new PassingGrip(grip) {
            @Override
            public Optional<Leased> leased() {
                return grip.leased().map(AlwaysConfirmed::new);
            }
        });
    }

    private record AlwaysConfirmed(Leased real) implements Leased {
        @Override
        public void renew(Duration lease) {
            real.renew(lease);
        }

        @Override
        public boolean releaseAsked() {
            boolean unused = real.releaseAsked();
            return true;
        }

        @Override
        public boolean releaseKept(Duration keepFor) {
            boolean unused = real.releaseKept(keepFor);
            return true;
        }
    }

    /** A reply that comes late is waited for, and only then the clock is read. Callbacks use that clock, too. */
    static Bug deadlineFromReply() {
        return acquiring(call -> {
            Optional<Grip> grip = call.proceed();
            if (!call.renewed() && grip.isPresent()) {
                LockSupport.parkNanos(LATE.toNanos());
                long until = System.nanoTime() + call.terms().lease().toNanos() * 97 / 100;
                return grip.map(inner -> new LateBelief(inner, until));
            }
            return grip;
        });
    }

    static Bug lossNotTold() {
        return gripping(grip -> new PassingGrip(grip) {
            @Override
            public void onLost(Runnable action) {
                // Forgotten.
            }
        });
    }

    static Bug staleBelief() {
        return gripping(grip -> {
            AtomicLong until = new AtomicLong(System.nanoTime() + STALE.toNanos());
            return new TimedBelief(
                    grip,
                    () -> grip.isHeld()
                            ? until.updateAndGet(last -> System.nanoTime() + STALE.toNanos())
                            : until.get());
        });
    }

    static Bug revival() {
        return gripping(grip -> new TimedBelief(
                grip,
                () -> System.nanoTime()
                        + Math.max(
                                Duration.ofMillis(100).toNanos(),
                                grip.remaining().toNanos())));
    }

    static Bug sharedHold() {
        Map<String, Grip> shared = new ConcurrentHashMap<>();
        return acquiring(call -> {
            Grip known = shared.get(call.lock());
            if (known != null && known.isHeld()) {
                return Optional.of(known);
            }
            Optional<Grip> fresh = call.proceed();
            fresh.ifPresent(grip -> shared.put(call.lock(), grip));
            return fresh;
        });
    }

    static Bug coarseToken() {
        return gripping(grip -> new PassingGrip(grip) {
            @Override
            public long token() {
                return grip.token() / 1_000_000;
            }
        });
    }

    static Bug localToken() {
        AtomicLong count = new AtomicLong();
        return gripping(grip -> {
            long own = count.incrementAndGet();
            return new PassingGrip(grip) {
                @Override
                public long token() {
                    return own;
                }
            };
        });
    }

    @SuppressWarnings("InterruptedExceptionSwallowed")
    static Bug lostInterrupt() {
        return acquiring(call -> {
            try {
                return call.proceed();
            } catch (InterruptedException swallowed) {
                forgetInterrupt();
                return Optional.empty();
            }
        });
    }

    private static void forgetInterrupt() {
        boolean unused = Thread.interrupted();
    }

    static Bug forgottenGrant() {
        return acquiring(call -> {
            try {
                return call.proceed();
            } catch (InterruptedException e) {
                if (ThreadLocalRandom.current().nextInt(10) == 0) {
                    forgetInterrupt();
                    call.real().acquire(call.lock(), call.timeout(), true);
                }
                throw e;
            }
        });
    }

    /** Now and then nobody sees to it that an answer is given up. */
    static Bug hangingCall() {
        return acquiring(call -> {
            if (ThreadLocalRandom.current().nextInt(50) == 0) {
                LockSupport.parkNanos(HANGING.toNanos());
            }
            return call.proceed();
        });
    }

    static Bug leftOpen() {
        return new Bug() {
            @Override
            public LockClient client(RowlockClient real, ClientTerms terms) {
                return new PassingClient(real) {
                    @Override
                    public void close() {
                        // Forgotten.
                    }
                };
            }
        };
    }

    /** Believes, and tells, by a deadline that is later than the real one. */
    private static final class LateBelief extends TimedBelief {
        private final long until;

        LateBelief(Grip real, long until) {
            super(real, () -> until);
            this.until = until;
        }

        @Override
        public void onLost(Runnable action) {
            CompletableFuture.delayedExecutor(until - System.nanoTime(), TimeUnit.NANOSECONDS)
                    .execute(() -> {
                        if (!isReleased()) {
                            action.run();
                        }
                    });
        }
    }
}
