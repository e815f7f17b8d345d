package io.rowlock.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A real connection to a server that sends what it is told to. */
@Timeout(60)
class PromptSocketFactoryTest {
    private static final String AT_ONCE = "nothing has arrived";

    private final PromptSocketFactory factory = new PromptSocketFactory();
    private ServerSocket server;
    private Socket socket;
    private Socket peer;

    @BeforeEach
    void connect() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        socket = factory.createSocket();
        socket.connect(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()));
        peer = server.accept();
    }

    @AfterEach
    void disconnect() throws IOException {
        socket.close();
        peer.close();
        server.close();
    }

    private void send(int... bytes) throws IOException {
        for (int each : bytes) {
            peer.getOutputStream().write(each);
        }
        peer.getOutputStream().flush();
    }

    @Test
    void aLookAtNothingIsAnsweredAtOnceAndDisturbsNothing() throws IOException {
        socket.setSoTimeout(1);
        assertThatThrownBy(() -> socket.getInputStream().read(new byte[4]))
                .isInstanceOf(SocketTimeoutException.class)
                .hasMessage(AT_ONCE);
        assertThatThrownBy(() -> socket.getInputStream().read()).hasMessage(AT_ONCE);

        socket.setSoTimeout(0);
        send(7);
        assertThat(socket.getInputStream().read()).isEqualTo(7);
    }

    @Test
    void aLookFindsWhatHasArrived() throws IOException {
        send(1, 2, 3);
        assertThat(socket.getInputStream().read()).isEqualTo(1);
        while (socket.getInputStream().available() < 2) {
            Thread.onSpinWait();
        }
        socket.setSoTimeout(1);
        byte[] read = new byte[4];
        assertThat(socket.getInputStream().read(read)).isEqualTo(2);
        assertThat(read).startsWith(2, 3);
    }

    @Test
    void anyOtherReadWaits() throws IOException {
        socket.setSoTimeout(2);
        assertThatThrownBy(() -> socket.getInputStream().read())
                .isInstanceOf(SocketTimeoutException.class)
                .hasMessageNotContaining(AT_ONCE);
    }

    @Test
    void theEndOfTheStreamIsSeen() throws IOException {
        peer.close();
        assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }

    @Test
    void socketsCanAlsoBeConnectedByTheFactory() throws IOException {
        InetAddress here = server.getInetAddress();
        int port = server.getLocalPort();
        try (Socket byName = factory.createSocket(here.getHostAddress(), port);
                Socket byAddress = factory.createSocket(here, port, here, 0)) {
            assertThat(byName.isConnected()).isTrue();
            assertThat(byAddress.getLocalAddress()).isEqualTo(here);
        }
        server.close();
        assertThatThrownBy(() -> factory.createSocket(here, port)).isInstanceOf(ConnectException.class);
        assertThatThrownBy(() -> factory.createSocket(here.getHostAddress(), port, here, 0))
                .isInstanceOf(ConnectException.class);
    }
}
