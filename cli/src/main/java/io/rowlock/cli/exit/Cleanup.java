package io.rowlock.cli.exit;

import io.rowlock.cli.text.Secrets;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Steps to undo when the command ends, however it ends: normally, on failure, on Ctrl-C. The last thing added is
 * undone first; what fails keeps nothing else from being undone. Thread-safe.
 */
public final class Cleanup implements AutoCloseable {
    private final Deque<AutoCloseable> steps = new ArrayDeque<>();
    private volatile boolean closed;

    /**
     * A cleanup that also happens when the process is told to stop.
     *
     * @return the cleanup, to be closed
     */
    public static Cleanup alsoOnShutdown() {
        Cleanup cleanup = new Cleanup();
        Runtime.getRuntime().addShutdownHook(new Thread(cleanup::close, "cleanup"));
        return cleanup;
    }

    /**
     * Adds something to undo. Undoes it at once when the cleanup has happened already.
     *
     * @param step what to close
     * @param <T> its type
     * @return the same
     */
    public synchronized <T extends AutoCloseable> T add(T step) {
        steps.push(step);
        if (closed) {
            undoAll();
        }
        return step;
    }

    /**
     * Whether the cleanup has begun.
     *
     * @return true from then on
     */
    public boolean isClosed() {
        return closed;
    }

    @Override
    public synchronized void close() {
        closed = true;
        undoAll();
    }

    private void undoAll() {
        while (!steps.isEmpty()) {
            undo(steps.pop());
        }
    }

    private static void undo(AutoCloseable step) {
        try {
            step.close();
        } catch (Exception e) {
            System.err.println("rowlock: could not clean up: " + Secrets.hideInText(String.valueOf(e.getMessage())));
        }
    }
}
