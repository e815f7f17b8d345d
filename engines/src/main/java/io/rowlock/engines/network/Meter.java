package io.rowlock.engines.network;

/** Counts the traffic of one connection. */
final class Meter {

    private Direction last = Direction.TO_CLIENT;
    private int roundTrips;
    private long toServer;
    private long toClient;
    private boolean closed;

    /** To be called before the bytes are forwarded, so that who has the answer sees it counted. */
    synchronized void passing(Direction direction, int bytes) {
        if (direction == Direction.TO_SERVER) {
            toServer += bytes;
        } else {
            toClient += bytes;
            roundTrips += last == Direction.TO_SERVER ? 1 : 0;
        }
        last = direction;
    }

    synchronized void closed() {
        closed = true;
    }

    synchronized Traffic traffic() {
        return new Traffic(1, closed ? 0 : 1, roundTrips, toServer, toClient);
    }
}
