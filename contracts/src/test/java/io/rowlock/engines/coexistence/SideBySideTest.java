package io.rowlock.engines.coexistence;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.engines.Engines;
import io.rowlock.engines.coexistence.Contender.Place;
import io.rowlock.engines.coexistence.Contender.Release;
import io.rowlock.engines.coexistence.Contender.Side;
import io.rowlock.engines.server.Engine;
import io.rowlock.testkit.classic.ClassicFixture;
import java.time.Duration;
import java.time.ZoneId;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An original and Rowlock on one row, step by step: who is excluded, who takes up what the other has released, and who takes
 * over what the other has let expire. (What connections keep does not expire.) The other side of {@code shedlock} and {@code INT_LOCK} is the library itself.
 */
class SideBySideTest {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final Duration SHORT = Duration.ofSeconds(1);

    static List<Engine> engines() {
        return Engines.all();
    }

    @ParameterizedTest
    @MethodSource("engines")
    void aLockThatOneSideReleasesTheOtherTakes(Engine engine) throws Exception {
        onEachRival(engine, (old, rowlock) -> {
            Release first = old.tryLock(LONG).orElseThrow();
            assertThat(rowlock.tryLock(LONG))
                    .as("Rowlock, while the original holds")
                    .isEmpty();
            first.run();
            Release second = taken(rowlock);
            assertThat(old.tryLock(LONG))
                    .as("the original, while Rowlock holds")
                    .isEmpty();
            second.run();
            taken(old).run();
            taken(rowlock).run();
        });
    }

    /** The original is never heard of, as one that died; when it comes back, its release ends nothing of Rowlock's. */
    @ParameterizedTest
    @MethodSource("engines")
    void aLockThatTheOriginalLetsExpireRowlockTakes(Engine engine) throws Exception {
        onEachRival(engine, (old, rowlock) -> {
            Release late = old.tryLock(SHORT).orElseThrow();
            Release ours = taken(rowlock);
            runIgnoringThatItIsOver(late);
            assertThat(old.tryLock(LONG))
                    .as("the original, whose time was over")
                    .isEmpty();
            ours.run();
        });
    }

    /**
     * The lock, as soon as this side takes it for free. ShedLock, and the column its moments are written to, know whole
     * milliseconds only, so that what was released within the present one may still be held for the other side.
     */
    private static Release taken(Contender side) {
        return Awaitility.await()
                .atMost(LONG)
                .pollInSameThread()
                .until(() -> side.tryLock(LONG), Optional::isPresent)
                .orElseThrow();
    }

    private static void runIgnoringThatItIsOver(Release late) throws Exception {
        try {
            late.run();
        } catch (RuntimeException over) {
            // Spring Integration tells; the others do not.
        }
    }

    /** A trial with both. */
    @FunctionalInterface
    private interface Trial {
        void with(Contender old, Contender rowlock) throws Exception;
    }

    private static void onEachRival(Engine engine, Trial trial) throws Exception {
        try (ClassicFixture fixture = new ClassicFixture(engine)) {
            Map<Rival, String> tables = new EnumMap<>(Rival.class);
            EnumSet.complementOf(EnumSet.of(Rival.USER_LEVEL))
                    .forEach(rival -> tables.put(rival, rival.create(fixture)));
            List<CompletableFuture<Void>> all = tables.keySet().stream()
                    .map(rival -> CompletableFuture.runAsync(() -> tryOn(fixture, rival, tables.get(rival), trial)))
                    .toList();
            // All of them, failed or not, before what they work with is closed.
            CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
        }
    }

    private static void tryOn(ClassicFixture fixture, Rival rival, String table, Trial trial) {
        try {
            trial.with(
                    Side.OLD.of(rival, place(fixture, table, "old")), Side.NEW.of(rival, place(fixture, table, "new")));
        } catch (Exception | AssertionError failure) {
            throw new AssertionError("on " + rival + ": " + failure.getMessage(), failure);
        }
    }

    private static Place place(ClassicFixture fixture, String table, String node) {
        return new Place(fixture.source(), fixture.kind(), table, node, ZoneId.systemDefault(), fixture::open);
    }
}
