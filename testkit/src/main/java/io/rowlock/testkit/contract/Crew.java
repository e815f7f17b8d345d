package io.rowlock.testkit.contract;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** The threads of one test: what one of them throws, the test gets. */
final class Crew {

    private static final long PATIENCE_SECONDS = 200;

    /** Runs the work in a thread of its own. */
    <T> CompletableFuture<T> async(Callable<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        thread(() -> complete(result, work));
        return result;
    }

    /** Runs the work in a thread of its own, and waits for its result. */
    <T> T elsewhere(Callable<T> work) {
        return async(work).orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }

    /** Has so many threads begin their work at one moment, and waits until all have done it. */
    void together(int size, Work work) {
        List<Boolean> done = gather(size, number -> {
            work.run(number);
            return Optional.of(true);
        });
        if (done.size() != size) {
            throw new AssertionError("only " + done.size() + " of " + size + " threads did their work");
        }
    }

    /** Has so many threads begin their work at one moment, and returns what they found, once all are done. */
    <T> List<T> gather(int size, IntFunction<Optional<T>> work) {
        CountDownLatch ready = new CountDownLatch(size);
        List<CompletableFuture<Optional<T>>> all = IntStream.range(0, size)
                .mapToObj(number -> async(() -> {
                    ready.countDown();
                    ready.await();
                    return work.apply(number);
                }))
                .toList();
        CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
                .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .join();
        return all.stream().flatMap(each -> each.join().stream()).toList();
    }

    /** Starts a thread. */
    Thread thread(Runnable work) {
        Thread thread = new Thread(work, "contract-crew");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    void join(Thread thread) {
        try {
            thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            throw new AssertionError("a thread of the test does not end: " + List.of(thread.getStackTrace()));
        }
    }

    /** Lets a moment pass that nothing can be awaited for, because it is to be a random one. */
    void pause(Duration moment) {
        LockSupport.parkNanos(moment.toNanos());
    }

    private static <T> void complete(CompletableFuture<T> result, Callable<T> work) {
        try {
            result.complete(work.call());
        } catch (Throwable failure) {
            result.completeExceptionally(failure);
        }
    }

    /** What the thread of that number does. */
    @FunctionalInterface
    interface Work {
        void run(int number);
    }
}
