package io.rowlock.engines.network;

import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** One client's connection through a {@link Proxy}: two sockets and a pump each way. */
final class Link {

    private final Socket client;
    private final Socket server;
    private final Conditions conditions;
    private final Meter meter = new Meter();
    private final AtomicInteger flowing = new AtomicInteger(2);
    private final List<Thread> threads;

    Link(Socket client, Socket server, Conditions conditions) {
        this.client = client;
        this.server = server;
        this.conditions = conditions;
        this.threads = List.of(thread(Direction.TO_SERVER), thread(Direction.TO_CLIENT));
    }

    void start() {
        threads.forEach(Thread::start);
    }

    Traffic traffic() {
        return meter.traffic();
    }

    boolean isOpen() {
        return !client.isClosed();
    }

    /** Resets both sides. */
    void reset() {
        reset(client);
        reset(server);
        ended();
    }

    /** The receiver of what flowed in this direction gets it all, then the end; the sender gets a reset. */
    void cut(Direction direction) {
        close(direction == Direction.TO_SERVER ? server : client);
        reset(direction == Direction.TO_SERVER ? client : server);
        ended();
    }

    void join(long millis) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join(millis);
        }
    }

    private Thread thread(Direction direction) {
        Thread thread = new Thread(() -> pump(direction), "proxy-" + direction + "-" + client.getPort());
        thread.setDaemon(true);
        return thread;
    }

    private void pump(Direction direction) {
        boolean toServer = direction == Direction.TO_SERVER;
        Socket from = toServer ? client : server;
        Socket to = toServer ? server : client;
        try {
            if (new Pump(direction, conditions, meter, () -> !isOpen()).run(from, to)) {
                cut(direction);
            } else if (flowing.decrementAndGet() == 0) {
                close(client);
                close(server);
                ended();
            }
        } catch (IOException brokenByOneSide) {
            reset();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            reset();
        }
    }

    private void ended() {
        meter.closed();
        conditions.wake();
    }

    private static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException closedAlready) {
            return;
        }
        close(socket);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException("cannot close " + socket, e);
        }
    }
}
