package io.rowlock.internal.dispatch;

import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Batch;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.StoreException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes stores that record their calls, and hang or fail as a test says. */
final class RecordingStores {
    final Queue<String> actions = new ConcurrentLinkedQueue<>();
    final CountDownLatch rested = new CountDownLatch(1);

    /** How many stores get no connection before {@link #opened}. */
    final AtomicInteger hanging = new AtomicInteger();

    /** Lets everything go on that hangs. */
    final CountDownLatch opened = new CountDownLatch(1);

    /** An acquisition of the lock {@code stuck} is under way. */
    final CountDownLatch begun = new CountDownLatch(1);

    final Queue<Integer> aborted = new ConcurrentLinkedQueue<>();
    final AtomicInteger made = new AtomicInteger();
    volatile Runnable beforeStore = () -> {};
    volatile Runnable beforeAbort = () -> {};

    /** Happens while a batch is in flight, which then fails. */
    volatile Runnable duringBatch = () -> {};

    volatile boolean mixesKinds;
    Duration idleTimeout = LockStore.DEFAULT_IDLE_TIMEOUT;

    volatile boolean keepsConnection;
    final AtomicInteger askedToKeep = new AtomicInteger();

    LockStore make() {
        beforeStore.run();
        int number = made.incrementAndGet();
        InvocationHandler answers = (proxy, method, args) -> switch (method.getName()) {
            case "idleTimeout" -> idleTimeout;
            case "mixesKinds" -> mixesKinds;
            case "keepsConnection" -> {
                askedToKeep.incrementAndGet();
                yield keepsConnection;
            }
            case "connect" -> {
                if (hanging.getAndDecrement() > 0) {
                    opened.await();
                }
                yield note("connect");
            }
            case "releaseConnection" -> note("releaseConnection");
            case "abort" -> abort(number);
            case "aborting" -> {
                beforeAbort.run();
                yield (Runnable) () -> abort(number);
            }
            case "servesCallers" -> false;
            case "execute" -> {
                note(describe((Batch) args[0]));
                duringBatch.run();
                throw new StoreException(StoreException.Kind.TRANSIENT, "the test's own failure", null);
            }
            case "acquire" -> acquire(((Claim) ((List<?>) args[0]).get(0)).requestId());
            case "release" -> {
                note(((Grant) ((List<?>) args[0]).get(0)).requestId());
                yield List.of(GrantOutcome.DONE);
            }
            default -> null;
        };
        return (LockStore)
                Proxy.newProxyInstance(LockStore.class.getClassLoader(), new Class<?>[] {LockStore.class}, answers);
    }

    private static String describe(Batch batch) {
        return Stream.concat(
                        batch.claims().stream().map(Claim::requestId),
                        batch.releases().stream().map(Grant::requestId))
                .collect(Collectors.joining(", ", "batch of ", ""));
    }

    private Object abort(int number) {
        aborted.add(number);
        return note("abort");
    }

    private Object acquire(String name) throws InterruptedException {
        note(name);
        if (name.equals("stuck")) {
            begun.countDown();
            opened.await();
        }
        return List.of(new AcquireResult.Granted(1));
    }

    private Object note(String action) {
        actions.add(action);
        if (action.equals("releaseConnection")) {
            rested.countDown();
        }
        return null;
    }

    /** How many of the stores were aborted. */
    long cuts() {
        return aborted.stream().distinct().count();
    }
}
