package io.rowlock.engines.machine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Free ports on the loopback address. They lie below 32768, where Linux begins to hand out the ports of outgoing
 * connections: a server that was away for a moment must find its port free when it comes back.
 */
public final class Ports {

    private static final int LOWEST = 20_000;
    private static final int BEYOND = 32_768;
    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private Ports() {}

    /** A port nobody listens on, and never the same one twice. */
    public static int free() {
        for (int attempt = 0; attempt < 1_000; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, BEYOND);
            // In this order: a look at a port that was given would take it for a moment from whom it was given to.
            if (GIVEN.add(port) && isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no free port between " + LOWEST + " and " + BEYOND);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
