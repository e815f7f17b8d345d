package io.rowlock.engines.network;

import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The faults in force on a {@link Proxy}, shared by its connections. */
final class Conditions {

    private final Set<Direction> held = EnumSet.noneOf(Direction.class);
    private final Map<Direction, Cut> cuts = new EnumMap<>(Direction.class);
    private Duration delay = Duration.ZERO;
    private Answer answer = Answer.NONE;
    private int cutsMade;

    synchronized void hold(Set<Direction> directions) {
        held.addAll(directions);
    }

    synchronized void delay(Duration each) {
        delay = each;
        notifyAll();
    }

    synchronized void arm(Direction direction, Cut cut) {
        cuts.put(direction, cut);
    }

    synchronized void heal() {
        held.clear();
        cuts.clear();
        delay = Duration.ZERO;
        answer = Answer.NONE;
        notifyAll();
    }

    synchronized void answer(Answer instead) {
        answer = instead;
    }

    synchronized Answer answer() {
        return answer;
    }

    /** Makes the waiting look again whether they are still wanted. */
    synchronized void wake() {
        notifyAll();
    }

    synchronized @Nullable Cut armed(Direction direction) {
        return cuts.get(direction);
    }

    /** Whether the caller is the one to make this cut; only the first is. */
    synchronized boolean claim(Direction direction, Cut cut) {
        boolean first = cuts.remove(direction, cut);
        cutsMade += first ? 1 : 0;
        return first;
    }

    synchronized int cutsMade() {
        return cutsMade;
    }

    /** Waits until bytes may pass, or nobody wants them any more. */
    synchronized void awaitPassage(Direction direction, BooleanSupplier unwanted) throws InterruptedException {
        long start = System.nanoTime();
        while (!unwanted.getAsBoolean()) {
            long left = delay.toNanos() - (System.nanoTime() - start);
            if (left > 0) {
                wait(left / 1_000_000, (int) (left % 1_000_000));
            } else if (held.contains(direction)) {
                wait();
            } else {
                return;
            }
        }
    }
}
