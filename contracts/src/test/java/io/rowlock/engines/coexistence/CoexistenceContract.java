package io.rowlock.engines.coexistence;

import io.rowlock.engines.coexistence.Orders.Order;
import io.rowlock.engines.server.ServerEngine;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Nodes that run the original code and nodes that run Rowlock, in processes of their own, compete for the same rows: the
 * documents' procedures, ShedLock itself, and Spring Integration itself. The holder counts without a transaction,
 * so that two at once would come to the same number. The wall clocks of Rowlock's nodes, and of old nodes that go by the
 * database's, are an hour off, each in its own direction, and their zones are not that of the fleet.
 */
interface CoexistenceContract {
    /** How often each node has each lock before anything else happens. */
    int STEPS = 5;

    /** How often a node is killed in the long run. */
    int KILLS = 24;

    /** Long enough that nothing expires under a node that works. */
    Duration LONG = Duration.ofMinutes(2);

    /** The engine under test. */
    ServerEngine engine();

    /** While a node holds, nobody of its own side competes: so it is the other side that takes over. */
    @Test
    default void oldAndNewNodesExcludeEachOtherAndTakeOverFromTheDead() throws Exception {
        try (Fleet fleet = new Fleet(engine(), LONG)) {
            Node old = Node.old(1, fleet.kind());
            Node wrongClock = Node.oldWithAWrongClock(2, fleet.kind());
            Node dying = Node.rowlock(3, fleet.kind());
            Node rowlock = Node.rowlock(4, fleet.kind());
            fleet.start(List.of(old, wrongClock, dying, rowlock));
            fleet.awaitSteps(List.of(old, wrongClock, dying, rowlock), STEPS);

            fleet.tell(rowlock, Order.REST);
            Map<Rival, Long> held = fleet.hold(dying);
            fleet.awaitRenewals(Rival.SHEDLOCK, Rival.SHEDLOCK_DB_TIME, Rival.INT_LOCK);
            fleet.kill(dying);
            fleet.awaitTakeOver(old, held);
            fleet.tell(rowlock, Order.COMPETE);
            fleet.awaitSteps(List.of(old, wrongClock, rowlock), STEPS);

            fleet.tell(wrongClock, Order.REST);
            held = fleet.hold(old);
            fleet.kill(old);
            fleet.awaitTakeOver(rowlock, held);
            fleet.tell(wrongClock, Order.COMPETE);
            fleet.awaitSteps(List.of(wrongClock, rowlock), STEPS);

            fleet.end();
            fleet.assertNeverTwoHolders(List.of());
        }
    }

    /** Killed anywhere, or with all locks in its hands; the locks of the dead are taken over at their expiry by the first to come. */
    @Test
    @Tag("long")
    default void nodesOfBothSidesAreKilledAgainAndAgain() throws Exception {
        try (Fleet fleet = new Fleet(engine(), Duration.ofSeconds(10))) {
            String kind = fleet.kind();
            List<Node> nodes = List.of(
                    Node.old(1, kind),
                    Node.old(2, kind),
                    Node.oldWithAWrongClock(3, kind),
                    Node.rowlock(4, kind),
                    Node.rowlock(5, kind),
                    Node.rowlock(6, kind));
            fleet.start(nodes);
            fleet.awaitSteps(nodes, STEPS);
            for (int round = 0; round < KILLS; round++) {
                Node victim = nodes.get(round % nodes.size());
                if (round / nodes.size() % 2 == 0) {
                    fleet.hold(victim);
                }
                fleet.kill(victim);
                fleet.start(List.of(victim));
                fleet.awaitSteps(nodes, 1);
            }
            fleet.end();
            System.out.println(fleet.report(nodes));
            fleet.assertNeverTwoHolders(nodes);
        }
    }
}
