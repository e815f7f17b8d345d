package io.rowlock.testkit.classic;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.testkit.classic.Contender.Side;
import io.rowlock.testkit.engine.Engines;
import io.rowlock.testkit.engine.ServerEngine;
import io.rowlock.testkit.process.ChildJvm;
import io.rowlock.testkit.process.JvmLaunch;
import io.rowlock.testkit.process.Tally;
import io.rowlock.testkit.process.Tally.Step;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Nodes that run the original code and nodes that run Rowlock, in processes of their own, compete for the same rows: the
 * documents' procedures, ShedLock itself, and Spring Integration itself. Whoever has the lock counts without a transaction,
 * so that two at once would lose a step.
 */
class CoexistenceTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    static List<ServerEngine> servers() {
        return Engines.all(ServerEngine.class);
    }

    @ParameterizedTest
    @MethodSource("servers")
    void oldAndNewNodesNeverHoldTogetherAndNobodyStarves(ServerEngine engine) throws Exception {
        compete(engine, 10);
    }

    @ParameterizedTest
    @MethodSource("servers")
    @Tag("long")
    void nobodyLosesAStepInALongRun(ServerEngine engine) throws Exception {
        compete(engine, 1_000);
    }

    private static void compete(ServerEngine engine, int steps) throws Exception {
        try (ClassicBench bench = new ClassicBench(engine)) {
            Map<ClassicTable, Tally> tallies = new EnumMap<>(ClassicTable.class);
            List<String> locks = new ArrayList<>();
            for (ClassicTable system : ClassicTable.values()) {
                String table = bench.create(system);
                tallies.put(system, bench.open(Tally.create(engine.dataSource(), table)));
                locks.addAll(List.of(system.name(), table));
            }
            List<ChildJvm> nodes = List.of(
                    start(bench, Side.OLD, 1, locks),
                    start(bench, Side.OLD, 2, locks),
                    start(bench, Side.NEW, 3, locks),
                    start(bench, Side.NEW, 4, locks));
            nodes.forEach(node -> node.expect("ready", PATIENCE));
            for (Map.Entry<ClassicTable, Tally> each : tallies.entrySet()) {
                bench.await()
                        .atMost(PATIENCE.multipliedBy(Math.max(1, steps / 100)))
                        .pollInterval(Duration.ofMillis(100))
                        .untilAsserted(() -> assertEachHad(each.getValue(), steps, each.getKey(), nodes));
            }
            nodes.forEach(node -> node.send("enough"));
            nodes.forEach(node -> node.expect("done", PATIENCE));
            for (Map.Entry<ClassicTable, Tally> each : tallies.entrySet()) {
                assertNothingLost(each.getKey(), each.getValue());
            }
        }
    }

    private static ChildJvm start(ClassicBench bench, Side side, int number, List<String> locks) {
        ServerEngine engine = (ServerEngine) bench.engine();
        List<String> words = new ArrayList<>(List.of(
                engine.jdbcUrl(),
                engine.user(),
                engine.password(),
                bench.kind(),
                side.name(),
                Integer.toString(number)));
        words.addAll(locks);
        return bench.open(JvmLaunch.of(ContenderMain.class).start(words.toArray(String[]::new)));
    }

    private static void assertEachHad(Tally tally, int steps, ClassicTable system, List<ChildJvm> nodes)
            throws SQLException {
        Map<Long, Long> had = tally.steps().stream().collect(Collectors.groupingBy(Step::token, Collectors.counting()));
        assertThat(LongStream.rangeClosed(1, nodes.size()).map(node -> had.getOrDefault(node, 0L)))
                .as("turns of each node on " + system + ": " + had)
                .allMatch(turns -> turns >= steps);
    }

    private static void assertNothingLost(ClassicTable system, Tally tally) throws SQLException {
        assertThat(tally.steps())
                .as("steps on " + system)
                .extracting(Step::result)
                .isSorted()
                .doesNotHaveDuplicates();
        assertThat(tally.number()).isEqualTo(tally.steps().size());
    }
}
