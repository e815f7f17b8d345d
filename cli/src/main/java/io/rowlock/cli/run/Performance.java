package io.rowlock.cli.run;

import io.rowlock.Hold;
import io.rowlock.cli.exit.ExitStatus;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** A program that runs under a hold, from its start to the end of all its processes. */
final class Performance {
    private final Hold hold;
    private final Duration grace;
    private final Signals signals;
    private final AtomicBoolean lost = new AtomicBoolean();

    Performance(Hold hold, Duration grace, Signals signals) {
        this.hold = hold;
        this.grace = grace;
        this.signals = signals;
    }

    /** Runs the program and returns its status, or that of a lost lock. */
    int run(Program program) throws InterruptedException {
        if (signals.caught() != 0) {
            return ExitStatus.SIGNALLED + signals.caught();
        }
        try (Attendant attendant = Attendant.start(grace)) {
            Process process = program.start(
                    Map.of("ROWLOCK_NAME", hold.key().name(), "ROWLOCK_TOKEN", Long.toString(hold.token())));
            attendant.attend(process);
            signals.passTo(attendant);
            hold.onLost(() -> lose(attendant));
            int status = process.waitFor();
            signals.passToNobody();
            if (!hold.isHeld() && !lost.getAndSet(true)) {
                return lateStatus();
            }
            return isLost() ? lostStatus(attendant) : status;
        }
    }

    boolean isLost() {
        return lost.get();
    }

    /** Acts before it prints: the reader of standard error may be slow, and printing waits for it. */
    private void lose(Attendant attendant) {
        if (!lost.getAndSet(true)) {
            attendant.stop();
            System.err.println("rowlock: lock '" + hold.key() + "' was lost; its program is told to stop");
        }
    }

    /** The program has ended before the hold could tell us, as when all of this machine stood still: too late to stop it. */
    private int lateStatus() {
        System.err.println("rowlock: lock '" + hold.key() + "' was lost before its program ended");
        return ExitStatus.LOST;
    }

    /** The program has ended; what it has started may still be ending. */
    private int lostStatus(Attendant attendant) throws InterruptedException {
        attendant.awaitEnd(grace.toMillis() + TimeUnit.SECONDS.toMillis(5));
        return ExitStatus.LOST;
    }
}
