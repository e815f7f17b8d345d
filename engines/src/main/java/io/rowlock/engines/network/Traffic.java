package io.rowlock.engines.network;

/**
 * The traffic of a {@link Proxy}, or of one of its connections.
 *
 * @param connections how many were opened
 * @param live how many of them are open still
 * @param roundTrips how often the server answered after the client had spoken
 * @param toServer bytes forwarded to the server
 * @param toClient bytes forwarded to the client
 */
public record Traffic(int connections, int live, int roundTrips, long toServer, long toClient) {

    public static final Traffic NONE = new Traffic(0, 0, 0, 0, 0);

    public Traffic plus(Traffic other) {
        return new Traffic(
                connections + other.connections,
                live + other.live,
                roundTrips + other.roundTrips,
                toServer + other.toServer,
                toClient + other.toClient);
    }

    /** The traffic since {@code earlier}; {@code live} is the difference, too. */
    public Traffic since(Traffic earlier) {
        return new Traffic(
                connections - earlier.connections,
                live - earlier.live,
                roundTrips - earlier.roundTrips,
                toServer - earlier.toServer,
                toClient - earlier.toClient);
    }
}
