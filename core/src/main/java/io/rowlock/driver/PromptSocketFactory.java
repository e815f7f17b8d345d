package io.rowlock.driver;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Sockets with which PostgreSQL's driver tells of a notification as soon as it has arrived.
 *
 * <p>After each notification that driver looks whether there is more, by a read that may take a millisecond, and tells of what
 * it has only then. These sockets answer such a look at once. Everything else they leave alone. A lock that others wait for
 * changes hands between processes about a millisecond sooner so.
 *
 * <pre>{@code jdbc:postgresql://host/database?socketFactory=io.rowlock.driver.PromptSocketFactory}</pre>
 */
public final class PromptSocketFactory extends SocketFactory {

    /** The time limit that the driver sets for a look, in milliseconds; its other limits are whole seconds. */
    private static final int LOOK = 1;

    /** Made by the driver, by name. */
    public PromptSocketFactory() {}

    @Override
    public Socket createSocket() {
        return new PromptSocket();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port), null);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) throws IOException {
        return connected(new InetSocketAddress(host, port), new InetSocketAddress(localHost, localPort));
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port), null);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort) throws IOException {
        return connected(new InetSocketAddress(host, port), new InetSocketAddress(localHost, localPort));
    }

    private static Socket connected(InetSocketAddress to, @Nullable InetSocketAddress from) throws IOException {
        Socket socket = new PromptSocket();
        try {
            if (from != null) {
                socket.bind(from);
            }
            socket.connect(to);
            return socket;
        } catch (IOException failure) {
            socket.close();
            throw failure;
        }
    }

    private static final class PromptSocket extends Socket {
        private volatile boolean looking;

        @Override
        public synchronized void setSoTimeout(int timeout) throws SocketException {
            super.setSoTimeout(timeout);
            looking = timeout == LOOK;
        }

        @Override
        public InputStream getInputStream() throws IOException {
            return new PromptStream(super.getInputStream());
        }

        private final class PromptStream extends FilterInputStream {

            PromptStream(InputStream stream) {
                super(stream);
            }

            @Override
            public int read() throws IOException {
                look();
                return super.read();
            }

            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                look();
                return super.read(bytes, from, length);
            }

            private void look() throws IOException {
                if (looking && in.available() == 0) {
                    throw new SocketTimeoutException("nothing has arrived");
                }
            }
        }
    }
}
