package io.rowlock.testkit.contract;

import io.rowlock.Rowlock;
import io.rowlock.RowlockBuilder;
import io.rowlock.testkit.engine.GatedDataSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;

/** A client whose ways to the database can be blocked, so that calls queue up behind. */
final class Jam {
    private static final int WAYS = 2;

    private final Bench bench;
    private final GatedDataSource gate;
    private final Rowlock client;
    private final List<CompletableFuture<Boolean>> blockers = new ArrayList<>();
    private int counted;

    Jam(Bench bench) {
        this(bench, UnaryOperator.identity());
    }

    Jam(Bench bench, UnaryOperator<RowlockBuilder> more) {
        this.bench = bench;
        gate = bench.gated();
        client = bench.client(gate, settings -> more.apply(settings.callTimeout(Duration.ofMinutes(1))));
    }

    Rowlock client() {
        return client;
    }

    GatedDataSource gate() {
        return gate;
    }

    String name(int number) {
        return name("jam", number);
    }

    String name(String what, int number) {
        return bench.name(what) + "-" + number;
    }

    /** Has so many calls queue up behind each other, lets them through together, and returns their answers. */
    <T> List<T> through(int calls, IntFunction<Callable<T>> call) {
        stop();
        List<CompletableFuture<T>> answers = new ArrayList<>();
        List<Thread> callers = new ArrayList<>();
        for (int number = 0; number < calls; number++) {
            CompletableFuture<T> answer = new CompletableFuture<>();
            Callable<T> work = call.apply(number);
            answers.add(answer);
            callers.add(bench.crew().thread(() -> complete(answer, work)));
        }
        awaitQueued(callers);
        int before = bench.source().statements().size();
        gate.open();
        List<T> told = new ArrayList<>();
        answers.forEach(
                answer -> told.add(answer.orTimeout(60, TimeUnit.SECONDS).join()));
        counted = bench.source().statements().size() - before - WAYS;
        blockers.forEach(CompletableFuture::join);
        return told;
    }

    private static <T> void complete(CompletableFuture<T> answer, Callable<T> work) {
        try {
            answer.complete(work.call());
        } catch (Throwable failure) {
            answer.completeExceptionally(failure);
        }
    }

    /** Blocks all ways. */
    void stop() {
        gate.shut();
        blockers.clear();
        for (int way = 0; way < WAYS; way++) {
            String name = name("blocker", way);
            blockers.add(bench.crew().async(() -> client.admin().find(name).isPresent()));
        }
        bench.await().until(() -> gate.waiting() == WAYS);
    }

    void letBlockersThrough() {
        gate.let(WAYS);
        blockers.forEach(CompletableFuture::join);
    }

    /** Waits until all of them wait for an answer. */
    void awaitQueued(List<Thread> callers) {
        bench.await()
                .until(() -> callers.stream()
                        .allMatch(caller -> caller.getState() == Thread.State.TIMED_WAITING
                                || caller.getState() == Thread.State.WAITING));
    }

    /** How many statements the last calls took. */
    int statements() {
        return counted;
    }
}
