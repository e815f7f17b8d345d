package io.rowlock.chaos.bug;

import io.rowlock.chaos.client.ClientTerms;
import io.rowlock.chaos.client.Grip;
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

    /** All is as it should be, except what the grip does. */
    private static Bug gripping(UnaryOperator<Grip> bug) {
        return new Bug() {
            @Override
            public LockClient client(RowlockClient real, ClientTerms terms) {
                return new PassingClient(real) {
                    @Override
                    public Optional<Grip> acquire(String lock, Duration wait, boolean renewed)
                            throws InterruptedException {
                        return real.acquire(lock, wait, renewed).map(bug);
                    }
                };
            }
        };
    }

    static Bug releaseByName() {
        return new Bug() {
            @Override
            public LockClient client(RowlockClient real, ClientTerms terms) {
                return new PassingClient(real) {
                    @Override
                    public Optional<Grip> acquire(String lock, Duration wait, boolean renewed)
                            throws InterruptedException {
                        return real.acquire(lock, wait, renewed).map(grip -> new PassingGrip(grip) {
                            @Override
                            public void release() {
                                grip.release();
                                real.free(lock);
                            }
                        });
                    }
                };
            }
        };
    }

    /** A reply that comes late is waited for, and only then the clock is read. Callbacks use that clock, too. */
    static Bug deadlineFromReply() {
        return new Bug() {
            @Override
            public LockClient client(RowlockClient real, ClientTerms terms) {
                return new PassingClient(real) {
                    @Override
                    public Optional<Grip> acquire(String lock, Duration wait, boolean renewed)
                            throws InterruptedException {
                        Optional<Grip> grip = real.acquire(lock, wait, renewed);
                        if (!renewed && grip.isPresent()) {
                            LockSupport.parkNanos(LATE.toNanos());
                            long until = System.nanoTime() + terms.lease().toNanos() * 97 / 100;
                            return grip.map(inner -> new LateBelief(inner, until));
                        }
                        return grip;
                    }
                };
            }
        };
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
        return new Bug() {
            @Override
            public LockClient client(RowlockClient real, ClientTerms terms) {
                return new PassingClient(real) {
                    @Override
                    public Optional<Grip> acquire(String lock, Duration wait, boolean renewed)
                            throws InterruptedException {
                        Grip known = shared.get(lock);
                        if (known != null && known.isHeld()) {
                            return Optional.of(known);
                        }
                        Optional<Grip> fresh = real.acquire(lock, wait, renewed);
                        fresh.ifPresent(grip -> shared.put(lock, grip));
                        return fresh;
                    }
                };
            }
        };
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

    static Bug lostInterrupt() {
        return new Bug() {
            @Override
            public LockClient client(RowlockClient real, ClientTerms terms) {
                return new PassingClient(real) {
                    @Override
                    @SuppressWarnings("InterruptedExceptionSwallowed")
                    public Optional<Grip> acquire(String lock, Duration wait, boolean renewed) {
                        try {
                            return real.acquire(lock, wait, renewed);
                        } catch (InterruptedException swallowed) {
                            forgetInterrupt();
                            return Optional.empty();
                        }
                    }
                };
            }
        };
    }

    private static void forgetInterrupt() {
        boolean unused = Thread.interrupted();
    }

    static Bug forgottenGrant() {
        return new Bug() {
            @Override
            public LockClient client(RowlockClient real, ClientTerms terms) {
                return new PassingClient(real) {
                    @Override
                    public Optional<Grip> acquire(String lock, Duration wait, boolean renewed)
                            throws InterruptedException {
                        try {
                            return real.acquire(lock, wait, renewed);
                        } catch (InterruptedException e) {
                            if (ThreadLocalRandom.current().nextInt(10) == 0) {
                                forgetInterrupt();
                                real.acquire(lock, wait, true);
                            }
                            throw e;
                        }
                    }
                };
            }
        };
    }

    /** Now and then nobody sees to it that an answer is given up. */
    static Bug hangingCall() {
        return new Bug() {
            @Override
            public LockClient client(RowlockClient real, ClientTerms terms) {
                return new PassingClient(real) {
                    @Override
                    public Optional<Grip> acquire(String lock, Duration wait, boolean renewed)
                            throws InterruptedException {
                        if (ThreadLocalRandom.current().nextInt(50) == 0) {
                            LockSupport.parkNanos(HANGING.toNanos());
                        }
                        return real.acquire(lock, wait, renewed);
                    }
                };
            }
        };
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
