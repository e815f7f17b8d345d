package io.rowlock.internal.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.internal.client.Client;
import io.rowlock.internal.client.Settings;
import io.rowlock.internal.dispatch.ScriptedStore;
import io.rowlock.internal.dispatch.ScriptedStore.Batches;
import io.rowlock.internal.dispatch.ScriptedStore.Step;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.table.NoGuards;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every sequence of up to four outcomes, after every kind of failed batch, with the caller going away before any of them:
 * a request that was granted is never released but by its holder, and one that may have been granted always is.
 */
class ClaimOutcomesTest {
    private static final int MOST_STATEMENTS = 4;
    private static final List<Step> FAILURES =
            List.of(Step.TRANSIENT, Step.UNKNOWN_NOT_DONE, Step.UNKNOWN_DONE, Step.UNREACHABLE, Step.REJECTED);
    private static final List<Step> ANSWERS = List.of(Step.SERVE, Step.BUSY, Step.ROW_LOCKED);

    @ParameterizedTest
    @EnumSource
    void aGrantIsReleasedByItsHolderAloneAndARequestInDoubtAlways(Batches batches) {
        ScriptedStore.Database database = new ScriptedStore.Database(batches);
        Settings settings = new Settings("node", Duration.ofSeconds(60), List.of(), HoldKind.LEASE);
        try (Client client = Client.start(() -> new ScriptedStore(database), new NoGuards(), settings, 0)) {
            Map<String, CompletableFuture<Hold>> asked = askForAll(client, database);

            Map<String, Hold> held = new LinkedHashMap<>();
            asked.forEach((name, future) -> outcome(future).ifPresent(hold -> held.put(name, hold)));
            assertThat(held).as("locks that were granted").hasSizeGreaterThan(100);
            Awaitility.await("release of every request in doubt")
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> database.holders().keySet().equals(held.keySet()));
            assertThat(held)
                    .allSatisfy((name, hold) -> assertThat(hold.isHeld()).isTrue());
            assertThat(database.releasedAmong(database.holders().values()))
                    .as("releases of locks that are held")
                    .isEmpty();
            assertThat(client.context().releaser().releasesOfHeldGrants())
                    .as("releases that only the releaser's own check kept back")
                    .isZero();

            held.values().forEach(Hold::close);
            assertThat(database.holders()).isEmpty();
        }
    }

    private static Map<String, CompletableFuture<Hold>> askForAll(Client client, ScriptedStore.Database database) {
        Map<String, CompletableFuture<Hold>> asked = new LinkedHashMap<>();
        database.shut();
        for (List<Step> script : scripts()) {
            for (int abandoned = 0; abandoned <= script.size(); abandoned++) {
                String name = "lock-" + asked.size();
                database.script(
                        name,
                        script,
                        abandoned == 0 ? () -> {} : () -> asked.get(name).cancel(true),
                        abandoned);
                LockDefinition definition =
                        LockDefinition.of(name).withRenewal(false).withLease(Duration.ofMinutes(9));
                asked.put(
                        name,
                        client.lock(definition).acquireAsync(Duration.ZERO).toCompletableFuture());
            }
        }
        database.open();
        return asked;
    }

    /** All sequences of failures, each ended by every answer. */
    private static List<List<Step>> scripts() {
        List<List<Step>> scripts = new ArrayList<>();
        List<List<Step>> prefixes = List.of(List.of());
        for (int length = 1; length <= MOST_STATEMENTS; length++) {
            prefixes.forEach(prefix -> ANSWERS.forEach(answer -> scripts.add(and(prefix, answer))));
            prefixes = prefixes.stream()
                    .flatMap(prefix -> FAILURES.stream().map(failure -> and(prefix, failure)))
                    .toList();
        }
        return scripts;
    }

    private static List<Step> and(List<Step> steps, Step last) {
        List<Step> longer = new ArrayList<>(steps);
        longer.add(last);
        return longer;
    }

    private static Optional<Hold> outcome(CompletableFuture<Hold> future) {
        try {
            return Optional.of(future.get(60, TimeUnit.SECONDS));
        } catch (ExecutionException | CancellationException notGranted) {
            return Optional.empty();
        } catch (InterruptedException | TimeoutException stuck) {
            throw new AssertionError("an attempt does not end", stuck);
        }
    }
}
