package io.rowlock.testkit.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Fence;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.HeavyPromise;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.foreign.ForeignClient.Held;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** The tokens of clients that follow {@code docs/sql.md}: they grow, and fences reject older ones. */
public interface ForeignTokenContract extends ForeignClientContract {
    @HeavyPromise
    default void foreignersAndRowlockExcludeEachOtherAndTokensGrow(ContractFixture fixture) throws SQLException {
        String name = fixture.name("contended");
        AtomicInteger inside = new AtomicInteger();
        List<Long> tokens = Collections.synchronizedList(new ArrayList<>());
        Rowlock rowlock = fixture.client();
        fixture.crew().together(6, number -> {
            for (int round = 0; round < 10; round++) {
                if (number % 2 == 0) {
                    rowlock.lock(name).run(() -> enter(inside, () -> tokens.add(tokenOf(fixture, name))));
                } else {
                    foreignTurn(fixture, name, inside, tokens);
                }
            }
        });

        assertThat(tokens).hasSize(60).isSorted().doesNotHaveDuplicates();
    }

    private static void foreignTurn(ContractFixture fixture, String name, AtomicInteger inside, List<Long> tokens) {
        try (ForeignClient foreigner = ForeignClientContract.foreigner(fixture)) {
            Held held = fixture.await()
                    .pollInterval(Duration.ofMillis(2))
                    .until(() -> foreigner.acquire(foreigner.attempt(name, LONG_LEASE_MICROS)), Optional::isPresent)
                    .orElseThrow();
            enter(inside, () -> tokens.add(held.token()));
            assertThat(foreigner.release(held)).isTrue();
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static void enter(AtomicInteger inside, Runnable work) {
        assertThat(inside.incrementAndGet()).isEqualTo(1);
        work.run();
        assertThat(inside.decrementAndGet()).isZero();
    }

    private static long tokenOf(ContractFixture fixture, String name) {
        return fixture.rows().number(name, "token");
    }

    @Promise
    default void theColumnInAnOwnTableRejectsOlderTokens(ContractFixture fixture) throws SQLException {
        String table = fixture.name("stock").replace('-', '_');
        fixture.run(List.of("CREATE TABLE " + table
                + " (id BIGINT NOT NULL PRIMARY KEY, amount BIGINT NOT NULL, fence BIGINT DEFAULT 0 NOT NULL)"));
        NamedSql insert = NamedSql.of(ForeignClientContract.handbook(fixture)
                .statement("fenced insert")
                .replaceAll("\\bstock\\b", table));
        NamedSql update = NamedSql.of(ForeignClientContract.handbook(fixture)
                .statement("fenced update")
                .replaceAll("\\bstock\\b", table));
        NamedSql read = NamedSql.of("SELECT amount, fence FROM " + table + " WHERE id = :id");
        try (Connection connection = fixture.source().getConnection()) {
            assertThat(update.update(connection, write(1, 5))).isZero();
            insert.update(connection, write(1, 5));
            assertStock(read, connection, "1/5");
            insert.update(connection, write(2, 4));
            assertStock(read, connection, "1/5");
            insert.update(connection, write(3, 5));
            insert.update(connection, write(4, 6));
            assertStock(read, connection, "4/6");
            assertThat(update.update(connection, write(5, 5))).isZero();
            assertThat(update.update(connection, write(6, 6))).isEqualTo(1);
            assertThat(update.update(connection, write(7, 7))).isEqualTo(1);
            assertStock(read, connection, "7/7");
        } finally {
            fixture.run(List.of("DROP TABLE " + table));
        }
    }

    private static Map<String, Object> write(long amount, long token) {
        return Map.of("id", 1L, "amount", amount, "token", token);
    }

    private static void assertStock(NamedSql read, Connection connection, String expected) throws SQLException {
        assertThat(read.first(connection, Map.of("id", 1L), row -> row.getLong(1) + "/" + row.getLong(2)))
                .contains(expected);
    }

    @Promise
    default void aForeignerAndAFenceRejectEachOthersOlderTokens(ContractFixture fixture) throws SQLException {
        String table = fixture.name("fence").replace('-', '_');
        NamedSql pass = NamedSql.of(
                ForeignClientContract.handbook(fixture).statement("pass").replace("rowlock_fence", table));
        NamedSql passed = NamedSql.of(
                ForeignClientContract.handbook(fixture).statement("passed").replace("rowlock_fence", table));
        Fence fence = Fence.table(table);
        try (Connection connection = fixture.source().getConnection()) {
            fence.createTable(connection);
            connection.setAutoCommit(false);
            for (List<Long> step : List.of(List.of(5L, 5L), List.of(4L, 5L), List.of(5L, 5L), List.of(7L, 7L))) {
                pass.update(connection, Map.of("resource", "stock", "token", step.get(0)));
                assertThat(passed.first(connection, Map.of("resource", "stock"), row -> row.getLong("token")))
                        .contains(step.get(1));
                connection.commit();
            }
            fence.pass(connection, "stock", 9);
            connection.commit();
            pass.update(connection, Map.of("resource", "stock", "token", 8L));
            assertThat(passed.first(connection, Map.of("resource", "stock"), row -> row.getLong("token")))
                    .contains(9L);
            connection.rollback();
        } finally {
            fixture.run(List.of("DROP TABLE " + table));
        }
    }
}
