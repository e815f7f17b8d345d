package io.rowlock.engines.network;

import io.rowlock.engines.machine.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A network of our own between a client and its database: a TCP proxy on the loopback address which forwards, counts,
 * and fails on demand.
 *
 * <ul>
 *   <li>{@link #cutAll()}, {@link #cutAfterClientBytes}, {@link #cutAfterServerBytes}: connections break, in mid
 *       statement or in mid reply.
 *   <li>{@link #blackhole}: bytes are held back, as by a network that lost its way; after {@link #heal()} they arrive.
 *   <li>{@link #delay}, {@link #refuse()}: slow, or nobody there.
 * </ul>
 *
 * Faults add up until {@link #heal()}. Thread-safe. Nothing of it outlives {@link #close()}.
 */
public final class Proxy implements AutoCloseable {

    private static final int CONNECT_MILLIS = 5_000;

    private final InetSocketAddress target;
    private final InetSocketAddress address;
    private final Conditions conditions = new Conditions();
    private final List<Link> links = new CopyOnWriteArrayList<>();
    private Listener listener;

    private Proxy(InetSocketAddress target) {
        this.target = target;
        this.address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Ports.free());
        this.listener = new Listener(address, this::connect);
    }

    /** A proxy in front of {@code target}. */
    public static Proxy to(InetSocketAddress target) {
        return new Proxy(target);
    }

    /** Where clients connect to. */
    public InetSocketAddress address() {
        return address;
    }

    /** Breaks all connections now; both sides get a reset. */
    public void cutAll() {
        links.forEach(Link::reset);
    }

    /**
     * Cuts, once, the first connection through which this many more bytes went from the client to the server. The
     * server gets exactly these, then the end of the stream; the client gets a reset. With 0, the next thing a client
     * says never arrives.
     */
    public void cutAfterClientBytes(long bytes) {
        conditions.arm(Direction.TO_SERVER, new Cut(bytes));
    }

    /**
     * Cuts, once, the first connection through which this many more bytes went from the server to the client. With 0,
     * the server did what the client asked for, and the client never hears of it.
     */
    public void cutAfterServerBytes(long bytes) {
        conditions.arm(Direction.TO_CLIENT, new Cut(bytes));
    }

    /** How many of the ordered cuts were made. */
    public int cutsMade() {
        return conditions.cutsMade();
    }

    /** Holds back all bytes, in both directions; connections are accepted still. */
    public void blackhole() {
        conditions.hold(EnumSet.allOf(Direction.class));
    }

    /** Holds back all bytes in this direction. */
    public void blackhole(Direction direction) {
        conditions.hold(Set.of(direction));
    }

    /** Delays whatever arrives, in each direction, so a round trip takes twice as long more. */
    public void delay(Duration each) {
        conditions.delay(each);
    }

    /** Answers clients in place of the server. */
    public void answer(Answer instead) {
        conditions.answer(instead);
    }

    /** Rejects new connections, as a server that is down; those that are open stay. */
    public synchronized void refuse() {
        listener.close();
    }

    /** Ends all faults. Bytes that were held back are forwarded; connections that were cut stay cut. */
    public synchronized void heal() {
        conditions.heal();
        if (listener.isClosed()) {
            listener = new Listener(address, this::connect);
        }
    }

    /** The traffic of all connections since the beginning. */
    public Traffic traffic() {
        return trafficByConnection().stream().reduce(Traffic.NONE, Traffic::plus);
    }

    /** The traffic of each connection, in the order in which they were opened. */
    public List<Traffic> trafficByConnection() {
        return links.stream().map(Link::traffic).toList();
    }

    @Override
    public void close() {
        refuse();
        cutAll();
        try {
            for (Link link : links) {
                link.join(CONNECT_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A client for which the target does not answer is let go, as the target would. */
    private void connect(Socket client) throws IOException {
        Socket server = new Socket();
        try {
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            server.connect(target, CONNECT_MILLIS);
        } catch (IOException targetAway) {
            client.setSoLinger(true, 0);
            client.close();
            server.close();
            return;
        }
        Link link = new Link(client, server, conditions);
        links.add(link);
        link.start();
    }
}
