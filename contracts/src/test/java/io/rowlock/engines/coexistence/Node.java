package io.rowlock.engines.coexistence;

import io.rowlock.engines.coexistence.Contender.Side;
import io.rowlock.engines.process.JvmLaunch;
import io.rowlock.engines.process.SkewedClock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;

/**
 * A node of a fleet that is being changed over, in a process of its own: what it runs, and how wrong its clock and its zone
 * may be.
 *
 * @param side the original or Rowlock
 * @param number its number, which its steps carry
 * @param systems in which it takes part
 * @param clockAhead by how much its wall clock is wrong
 * @param zone the zone that its JVM runs in
 */
record Node(Side side, int number, List<Rival> systems, Duration clockAhead, ZoneId zone) {

    /** The zone of the old fleet: not that of the databases, nor that of this JVM. */
    static final ZoneId FLEET = ZoneId.of("Asia/Tokyo");

    private static final ZoneId ELSEWHERE = ZoneId.of("America/St_Johns");
    private static final Duration HOUR = Duration.ofHours(1);

    /** An old node with the right time: most old systems go by it. */
    static Node old(int number, String kind) {
        return new Node(Side.OLD, number, Rival.competingOn(kind), Duration.ZERO, FLEET);
    }

    /** An old node that has neither the right time nor the fleet's zone, in the systems that go by the database's. */
    static Node oldWithAWrongClock(int number, String kind) {
        List<Rival> systems =
                Rival.competingOn(kind).stream().filter(Rival::isOnDatabaseTime).toList();
        return new Node(Side.OLD, number, systems, HOUR, ELSEWHERE);
    }

    /** A Rowlock node that has neither the right time nor the fleet's zone. */
    static Node rowlock(int number, String kind) {
        return new Node(
                Side.NEW,
                number,
                Rival.competingOn(kind),
                number % 2 == 0 ? HOUR : HOUR.negated(),
                number % 2 == 0 ? ELSEWHERE : FLEET);
    }

    JvmLaunch launch() {
        JvmLaunch launch = JvmLaunch.of(ContenderMain.class).option("-Duser.timezone=" + zone);
        return clockAhead.isZero() || !SkewedClock.availability().isAvailable()
                ? launch
                : launch.clock(SkewedClock.ahead(clockAhead));
    }
}
