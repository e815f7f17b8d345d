package io.rowlock.cli.demo.clerk;

import io.rowlock.cli.demo.message.Badge;
import io.rowlock.cli.demo.message.Message;
import io.rowlock.cli.demo.message.News;
import io.rowlock.cli.demo.message.Order;
import io.rowlock.cli.exit.CliException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The clerks' processes, and the one queue into which they all tell their news. A clerk that fails, or ends without
 * being dismissed, ends the demo.
 */
public final class Staff implements AutoCloseable {
    private final List<ClerkProcess> clerks = new CopyOnWriteArrayList<>();
    private final BlockingQueue<Message> messages = new LinkedBlockingQueue<>();

    private boolean closed;

    /** Starts one more clerk's process. */
    public synchronized void hire(String name) {
        if (closed) {
            throw new IllegalStateException("the shop is closed");
        }
        clerks.add(ClerkProcess.start(name, messages::add));
    }

    public List<ClerkProcess> clerks() {
        return List.copyOf(clerks);
    }

    public List<Badge> badges() {
        return clerks.stream().map(ClerkProcess::badge).toList();
    }

    /** Kills a clerk, of whom nothing is heard from now on. */
    public void kill(ClerkProcess clerk) {
        clerks.remove(clerk);
        clerk.kill();
    }

    /**
     * The next news of anyone.
     *
     * @param patience how long to wait for it
     * @return the news; empty when nobody had any
     * @throws CliException if a clerk failed
     */
    public Optional<Message> next(Duration patience) throws InterruptedException {
        Message message = messages.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
        return Optional.ofNullable(message).filter(this::isFromStaff).map(Staff::sound);
    }

    /** Sends everyone home, gently. */
    public void dismiss() throws InterruptedException {
        List<ClerkProcess> leaving = clerks();
        clerks.clear();
        leaving.forEach(clerk -> clerk.order(new Order.Leave()));
        for (ClerkProcess clerk : leaving) {
            clerk.close();
        }
    }

    /** Kills the clerks that are still there. */
    @Override
    public synchronized void close() throws InterruptedException {
        closed = true;
        clerks.forEach(ClerkProcess::kill);
        for (ClerkProcess clerk : clerks) {
            clerk.close();
        }
    }

    private boolean isFromStaff(Message message) {
        return clerks.stream().anyMatch(clerk -> clerk.badge().equals(message.clerk()));
    }

    private static Message sound(Message message) {
        if (message.news() instanceof News.Failed failure) {
            throw CliException.failed(
                    message.clerk() + " failed: " + failure.reason(), new IllegalStateException(failure.trace()));
        }
        if (message.news() instanceof News.Gone) {
            throw CliException.failed(message.clerk() + " ended unexpectedly", null);
        }
        return message;
    }
}
