package io.rowlock.cli.run;

import io.rowlock.LockInterruptedException;
import io.rowlock.cli.exit.ExitStatus;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The handling of SIGHUP, SIGINT and SIGTERM: while a program runs they are passed on to it, and it decides; before that
 * they end the wait for the lock. A signal that is ignored, as under {@code nohup}, stays ignored.
 *
 * <p>SIGINT from a terminal reaches the program without us, and must not reach it twice: for many programs the second
 * one means "drop everything".
 */
final class Signals implements AutoCloseable {
    private final Thread waiting = Thread.currentThread();
    private final List<SignalHandling> handlings = new ArrayList<>();
    private @Nullable Attendant attendant;
    private int caught;
    private boolean interrupting;

    private Signals() {}

    static Signals catching() {
        Signals signals = new Signals();
        for (String name : List.of("HUP", "INT", "TERM")) {
            signals.handlings.add(SignalHandling.begin(name, signals::on));
        }
        return signals;
    }

    private synchronized void on(String name, int number) {
        caught = number;
        if (attendant == null) {
            if (interrupting) {
                waiting.interrupt();
            }
        } else if (!(name.equals("INT") && Foreground.isOurs())) {
            attendant.signal(name);
        }
    }

    /** Runs something that may wait; a signal ends the wait with its own status. */
    interface Wait {
        int run() throws InterruptedException;
    }

    int interruptible(Wait wait) throws InterruptedException {
        begin();
        try {
            return wait.run();
        } catch (LockInterruptedException | InterruptedException stopped) {
            return ExitStatus.SIGNALLED + caught();
        } finally {
            end();
        }
    }

    private synchronized void begin() {
        interrupting = true;
    }

    private synchronized void end() {
        interrupting = false;
        Thread.interrupted();
    }

    /** The number of the last signal; 0 when there was none. */
    synchronized int caught() {
        return caught;
    }

    /** A program runs from here on. A signal that came just before is meant for it. */
    synchronized void passTo(Attendant next) {
        attendant = next;
        Thread.interrupted();
        if (caught != 0) {
            next.signal(Integer.toString(caught));
        }
    }

    /** The program has ended. The steps after it are not interrupted. */
    synchronized void passToNobody() {
        attendant = null;
        interrupting = false;
    }

    /** The next steps may be interrupted again. */
    synchronized void interruptAgain() {
        interrupting = true;
        if (caught != 0) {
            waiting.interrupt();
        }
    }

    @Override
    public void close() {
        handlings.forEach(SignalHandling::close);
    }
}
