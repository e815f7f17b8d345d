package io.rowlock.engines.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Accepts connections at an address, on a thread of its own, until it is closed. */
final class Listener implements AutoCloseable {

    /** Takes what was accepted. */
    @FunctionalInterface
    interface Reception {
        void take(Socket client) throws IOException;
    }

    private static final int BACKLOG = 512;
    private static final int JOIN_MILLIS = 10_000;

    private final ServerSocket socket;
    private final Reception reception;
    private final Thread thread;

    Listener(InetSocketAddress address, Reception reception) {
        this.socket = bound(address);
        this.reception = reception;
        this.thread = new Thread(this::accept, "proxy-" + address.getPort());
        this.thread.setDaemon(true);
        this.thread.start();
    }

    boolean isClosed() {
        return socket.isClosed();
    }

    /** Returns when the last accepted connection was taken. */
    @Override
    public void close() {
        try {
            socket.close();
            thread.join(JOIN_MILLIS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static ServerSocket bound(InetSocketAddress address) {
        try {
            ServerSocket socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(address, BACKLOG);
            return socket;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on " + address, e);
        }
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                reception.take(socket.accept());
            } catch (IOException closedOrClientGone) {
                // The loop's condition tells which.
            }
        }
    }
}
