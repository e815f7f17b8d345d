package io.rowlock.engines.worker;

import io.rowlock.Hold;
import java.util.concurrent.locks.LockSupport;

/**
 * Looks at a hold all the time, as work under the lock would, and remembers when it was last seen held. The time is that
 * of {@link System#nanoTime()}, which all processes of a Linux machine share, taken before each look: so a hold that was
 * seen held after another's grant had returned was held twice.
 */
final class Belief {
    private static final long MILLISECOND = 1_000_000;

    private final Hold hold;
    private volatile long lastHeld;

    private Belief(Hold hold) {
        this.hold = hold;
    }

    static Belief watch(Hold hold) {
        Belief belief = new Belief(hold);
        Thread watcher = new Thread(belief::look, "belief");
        watcher.setDaemon(true);
        watcher.start();
        return belief;
    }

    Hold hold() {
        return hold;
    }

    /** Goes on after a loss: it is final, and would be seen if it were not. */
    private void look() {
        while (true) {
            long now = System.nanoTime();
            if (hold.isHeld()) {
                lastHeld = now;
            }
            LockSupport.parkNanos(MILLISECOND);
        }
    }

    @Override
    public String toString() {
        return "held " + hold.isHeld() + " " + lastHeld;
    }
}
