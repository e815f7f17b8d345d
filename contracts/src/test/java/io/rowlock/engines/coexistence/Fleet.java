package io.rowlock.engines.coexistence;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.engines.coexistence.Contender.Side;
import io.rowlock.engines.process.ChildJvm;
import io.rowlock.engines.server.ServerEngine;
import io.rowlock.engines.worker.Tally;
import io.rowlock.engines.worker.Tally.Step;
import io.rowlock.testkit.classic.ClassicFixture;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/**
 * Old and new nodes on the tables of all systems, one lock in each, and what they have counted under it. Closed, all
 * processes are gone.
 */
final class Fleet implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final ServerEngine engine;
    private final ClassicFixture fixture;
    private final Duration lease;
    private final Map<Rival, String> tables = new EnumMap<>(Rival.class);
    private final Map<Rival, Tally> tallies = new EnumMap<>(Rival.class);
    private final Map<Node, ChildJvm> running = new HashMap<>();
    private int kills;

    Fleet(ServerEngine engine, Duration lease) throws SQLException {
        this.engine = engine;
        this.lease = lease;
        fixture = new ClassicFixture(engine);
        for (Rival rival : Rival.competingOn(fixture.kind())) {
            tables.put(rival, rival.create(fixture));
            tallies.put(rival, fixture.open(Tally.create(engine.dataSource(), tables.get(rival))));
        }
    }

    String kind() {
        return fixture.kind();
    }

    /** Starts nodes, and waits until they compete. */
    void start(Collection<Node> nodes) {
        nodes.forEach(node -> running.put(node, launched(node)));
        nodes.forEach(node -> running.get(node).expect("ready", PATIENCE));
    }

    private ChildJvm launched(Node node) {
        List<String> words = new ArrayList<>(List.of(
                engine.jdbcUrl(),
                engine.user(),
                engine.password(),
                fixture.kind(),
                node.side().name(),
                Integer.toString(node.number()),
                lease.toString(),
                Node.FLEET.getId()));
        node.systems().forEach(rival -> words.addAll(List.of(rival.name(), tables.get(rival))));
        return fixture.open(node.launch().start(words.toArray(String[]::new)));
    }

    /** Has a node do something else, from when this returns. */
    void tell(Node node, Orders.Order order) {
        running.get(node).send(order.name());
        running.get(node).expect("obeyed " + order.name(), PATIENCE);
    }

    /** Has a node take every lock of its, and keep it; returns, when it has them, how far the count was in each. */
    Map<Rival, Long> hold(Node node) {
        running.get(node).send(Orders.Order.HOLD.name());
        Map<Rival, Long> counted = new EnumMap<>(Rival.class);
        while (counted.size() < node.systems().size()) {
            String[] words = running.get(node).expect("holding ", PATIENCE).split(" ", 3);
            counted.put(Rival.valueOf(words[1]), Long.parseLong(words[2]));
        }
        return counted;
    }

    /** Kills a node where it stands. */
    void kill(Node node) {
        running.get(node).kill();
        running.remove(node);
        kills++;
    }

    /** Waits until locks that nobody has released were renewed again. */
    void awaitRenewals(Rival... rivals) {
        for (int renewal = 0; renewal < 2; renewal++) {
            Map<Rival, List<String>> before = new EnumMap<>(Rival.class);
            List.of(rivals).forEach(rival -> before.put(rival, expiries(rival)));
            before.forEach((rival, expiries) ->
                    fixture.await().until(() -> !expiries(rival).equals(expiries)));
        }
    }

    private List<String> expiries(Rival rival) {
        return fixture.column("SELECT " + rival.expiry() + " FROM " + tables.get(rival));
    }

    /** How many steps each node has made in a system. */
    Map<Integer, Long> steps(Rival rival) throws SQLException {
        return tallies.get(rival).steps().stream()
                .collect(Collectors.groupingBy(step -> (int) step.token(), TreeMap::new, Collectors.counting()));
    }

    /** Waits until each of these has made so many more steps in each of its systems. */
    void awaitSteps(Collection<Node> nodes, int more) throws SQLException {
        for (Rival rival : tables.keySet()) {
            Map<Integer, Long> before = steps(rival);
            await("steps on " + rival + " since " + before, () -> {
                Map<Integer, Long> now = steps(rival);
                return nodes.stream()
                        .filter(node -> node.systems().contains(rival))
                        .map(Node::number)
                        .allMatch(number -> now.getOrDefault(number, 0L) >= before.getOrDefault(number, 0L) + more);
            });
        }
    }

    /** Waits until one node has gone on counting in each system from where another held the lock. */
    void awaitTakeOver(Node node, Map<Rival, Long> counted) {
        counted.forEach((rival, number) -> await(
                "take-over of " + rival + " by " + node + " after " + number,
                () -> tallies.get(rival).steps().stream()
                        .anyMatch(step -> step.token() == node.number() && step.result() > number)));
    }

    private void await(String description, Callable<Boolean> condition) {
        fixture.await()
                .alias(description)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> {
                    running.forEach((node, jvm) -> assertThat(jvm.isAlive())
                            .as(() -> node + " lives; " + jvm.errors())
                            .isTrue());
                    return condition.call();
                });
    }

    /** Ends all nodes. */
    void end() {
        running.values().forEach(node -> node.send(Orders.Order.END.name()));
        running.values().forEach(node -> node.expect("done", PATIENCE));
    }

    /**
     * Two who counted at once would have come to the same number; one who was killed may have left a number out. An original
     * of {@code locks} can delete a lock that another has just taken, so there it may be one of the two, but not Rowlock alone.
     */
    void assertNeverTwoHolders(Collection<Node> nodes) throws SQLException {
        for (Rival rival : tables.keySet()) {
            Tally tally = tallies.get(rival);
            assertThat(twice(tally.steps(), rival == Rival.LOCKS ? nodes : List.of()))
                    .as("numbers that two came to on " + rival)
                    .isEmpty();
            assertThat(tally.number()).isBetween((long) results(tally), results(tally) + (long) kills);
        }
    }

    private static int results(Tally tally) throws SQLException {
        return (int) tally.steps().stream().mapToLong(Step::result).distinct().count();
    }

    /** The numbers that two came to, neither of them an original that is excused. */
    private static Map<Long, List<Long>> twice(List<Step> steps, Collection<Node> excused) {
        Set<Long> originals = excused.stream()
                .filter(node -> node.side() == Side.OLD)
                .map(node -> (long) node.number())
                .collect(Collectors.toSet());
        Map<Long, List<Long>> byResult = steps.stream()
                .collect(Collectors.groupingBy(
                        Step::result, TreeMap::new, Collectors.mapping(Step::token, Collectors.toList())));
        byResult.values().removeIf(nodes -> nodes.size() < 2 || nodes.stream().anyMatch(originals::contains));
        return byResult;
    }

    /** The result, for people. */
    String report(Collection<Node> nodes) throws SQLException {
        StringBuilder lines = new StringBuilder(engine.name() + ", " + kills + " kills");
        for (Rival rival : tables.keySet()) {
            Map<Integer, Long> steps = steps(rival);
            lines.append("\n").append(rival);
            for (Side side : Side.values()) {
                List<Long> each = nodes.stream()
                        .filter(node -> node.side() == side && node.systems().contains(rival))
                        .map(node -> steps.getOrDefault(node.number(), 0L))
                        .toList();
                lines.append(' ').append(side).append(' ').append(each);
            }
            lines.append(" twice ")
                    .append(twice(tallies.get(rival).steps(), List.of()).size());
        }
        return lines.toString();
    }

    @Override
    public void close() throws Exception {
        fixture.close();
    }
}
