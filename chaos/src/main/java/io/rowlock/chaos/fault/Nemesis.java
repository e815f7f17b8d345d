package io.rowlock.chaos.fault;

import io.rowlock.chaos.fault.Fault.ActiveFault;
import io.rowlock.chaos.history.Kind;
import io.rowlock.chaos.plan.FaultKind;
import io.rowlock.chaos.plan.RunPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Causes one fault after the other and repairs each before the next; every kind equally often, in an order that the seed decides. */
public final class Nemesis {
    private static final Duration SHORTEST = Duration.ofMillis(300);
    /** Longer than lease and grace, so that locks are lost. */
    private static final Duration LONGEST = RunPlan.LEASE.multipliedBy(2).plus(Duration.ofMillis(500));
    /** Long enough for every lock of a dead process to be taken over meanwhile. */
    private static final Duration TAKE_OVER_TIME = RunPlan.LEASE.plus(Duration.ofMillis(2_500));

    private static final Duration PAUSE = Duration.ofMillis(700);

    private final Environment environment;
    private final List<FaultKind> kinds;
    private final boolean hasBug;
    private final Random random;
    private final List<FaultKind> queue = new ArrayList<>();
    private volatile String now = "";

    public Nemesis(Environment environment, RunPlan plan) {
        this.environment = environment;
        this.kinds = plan.faults();
        this.hasBug = !plan.bug().isEmpty();
        this.random = new Random(plan.seed());
    }

    /** The fault of this moment, for people. */
    public String now() {
        return now;
    }

    /** Goes on until told that it is enough. */
    public void run(BooleanSupplier enough) {
        while (!enough.getAsBoolean()) {
            pause(PAUSE.plusMillis(random.nextInt(600)), enough);
            if (!enough.getAsBoolean() && !kinds.isEmpty()) {
                inject(next(), enough);
            }
        }
    }

    private FaultKind next() {
        if (queue.isEmpty()) {
            queue.addAll(kinds);
            Collections.shuffle(queue, random);
        }
        return queue.remove(0);
    }

    private void inject(FaultKind kind, BooleanSupplier enough) {
        now = kind.toString();
        Duration time = time(kind);
        environment.note(Kind.FAULT, kind.toString(), 0);
        try (ActiveFault unused = Faults.of(kind).inject(environment)) {
            pause(time, enough);
        }
        environment.note(Kind.REPAIRED, kind.toString(), 0);
        now = "";
    }

    /** With a bug in the library, nothing is to be learnt from faults that hurt nobody. */
    private Duration time(FaultKind kind) {
        Duration chosen =
                SHORTEST.plusMillis(random.nextInt((int) LONGEST.minus(SHORTEST).toMillis()));
        if (kind == FaultKind.KILL_WORKER) {
            return TAKE_OVER_TIME;
        }
        return hasBug ? LONGEST : chosen;
    }

    private static void pause(Duration time, BooleanSupplier enough) {
        long end = System.nanoTime() + time.toNanos();
        while (end - System.nanoTime() > 0 && !enough.getAsBoolean()) {
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }
}
