package io.rowlock.chaos.bug;

import io.rowlock.chaos.client.ClientTerms;
import io.rowlock.chaos.client.LeaseHandle;
import io.rowlock.chaos.client.LockClient;
import io.rowlock.chaos.client.LockHandle;
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
        Optional<LockHandle> proceed() throws InterruptedException {
            return real.acquire(lock, timeout, renewed);
        }
    }

    private interface Acquire {
        Optional<LockHandle> answer(Call call) throws InterruptedException;
    }

    /** Only calls for locks are answered in another way than they should be. */
    private static Bug acquiring(Acquire bug) {
        return new Bug() {
            @Override
            public LockClient client(RowlockClient real, ClientTerms terms) {
                return new DelegatingClient(real) {
                    @Override
                    public Optional<LockHandle> acquire(String lock, Duration wait, boolean renewed)
                            throws InterruptedException {
                        return bug.answer(new Call(real, terms, lock, wait, renewed));
                    }
                };
            }
        };
    }

    /** Only the handle is another than it should be. */
    private static Bug withHandle(UnaryOperator<LockHandle> bug) {
        return acquiring(call -> call.proceed().map(bug));
    }

    static Bug releaseByName() {
        return acquiring(call -> call.proceed().map(handle -> new DelegatingHandle(handle) {
            @Override
            public void release() {
                handle.release();
                call.real().free(call.lock());
            }
        }));
    }

    /** The lock is released, and the answer does not matter. */
    static Bug alwaysConfirmed() {
        return withHandle(handle -> new DelegatingHandle(handle) {
            @Override
            public Optional<LeaseHandle> leased() {
                return handle.leased().map(AlwaysConfirmed::new);
            }
        });
    }

    private record AlwaysConfirmed(LeaseHandle real) implements LeaseHandle {
        @Override
        public void renew(Duration lease) {
            real.renew(lease);
        }

        @Override
        public boolean releaseAndTell() {
            boolean unused = real.releaseAndTell();
            return true;
        }

        @Override
        public boolean releaseAndKeep(Duration keepFor) {
            boolean unused = real.releaseAndKeep(keepFor);
            return true;
        }
    }

    /** A reply that comes late is waited for, and only then the clock is read. Callbacks use that clock, too. */
    static Bug deadlineFromReply() {
        return acquiring(call -> {
            Optional<LockHandle> handle = call.proceed();
            if (!call.renewed() && handle.isPresent()) {
                LockSupport.parkNanos(LATE.toNanos());
                long until = System.nanoTime() + call.terms().lease().toNanos() * 97 / 100;
                return handle.map(inner -> new LateHandle(inner, until));
            }
            return handle;
        });
    }

    static Bug lossNotTold() {
        return withHandle(handle -> new DelegatingHandle(handle) {
            @Override
            public void onLost(Runnable action) {
                // Forgotten.
            }
        });
    }

    static Bug staleBelief() {
        return withHandle(handle -> {
            AtomicLong until = new AtomicLong(System.nanoTime() + STALE.toNanos());
            return new SelfTimedHandle(
                    handle,
                    () -> handle.isHeld()
                            ? until.updateAndGet(last -> System.nanoTime() + STALE.toNanos())
                            : until.get());
        });
    }

    static Bug revival() {
        return withHandle(handle -> new SelfTimedHandle(
                handle,
                () -> System.nanoTime()
                        + Math.max(
                                Duration.ofMillis(100).toNanos(),
                                handle.remaining().toNanos())));
    }

    static Bug sharedHold() {
        Map<String, LockHandle> shared = new ConcurrentHashMap<>();
        return acquiring(call -> {
            LockHandle known = shared.get(call.lock());
            if (known != null && known.isHeld()) {
                return Optional.of(known);
            }
            Optional<LockHandle> fresh = call.proceed();
            fresh.ifPresent(handle -> shared.put(call.lock(), handle));
            return fresh;
        });
    }

    static Bug coarseToken() {
        return withHandle(handle -> new DelegatingHandle(handle) {
            @Override
            public long token() {
                return handle.token() / 1_000_000;
            }
        });
    }

    static Bug localToken() {
        AtomicLong count = new AtomicLong();
        return withHandle(handle -> {
            long own = count.incrementAndGet();
            return new DelegatingHandle(handle) {
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
                return new DelegatingClient(real) {
                    @Override
                    public void close() {
                        // Forgotten.
                    }
                };
            }
        };
    }

    /** Believes, and tells, by a deadline that is later than the real one. */
    private static final class LateHandle extends SelfTimedHandle {
        private final long until;

        LateHandle(LockHandle real, long until) {
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
