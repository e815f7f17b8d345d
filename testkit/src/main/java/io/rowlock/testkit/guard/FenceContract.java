package io.rowlock.testkit.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.rowlock.Database;
import io.rowlock.Fence;
import io.rowlock.LockException;
import io.rowlock.LockSchema;
import io.rowlock.LockStoreException;
import io.rowlock.StaleTokenException;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.HeavyPromise;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.guard.FencedData.Outcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** S4: a fenced write is never overwritten by an older token, once the newer one has been seen there. */
public interface FenceContract extends Contract {

    /** The isolations under which applications run. */
    List<Integer> ISOLATIONS = List.of(
            Connection.TRANSACTION_READ_COMMITTED,
            Connection.TRANSACTION_REPEATABLE_READ,
            Connection.TRANSACTION_SERIALIZABLE);

    @Promise
    default void newerAndEqualTokensPassAndOlderOnesDoNot(ContractFixture fixture) throws SQLException {
        try (FencedData data = new FencedData(fixture)) {
            for (int isolation : ISOLATIONS) {
                long base = isolation * 100L;
                assertThat(data.write(isolation, base + 5)).isEqualTo(Outcome.WRITTEN);
                assertThat(data.write(isolation, base + 5)).isEqualTo(Outcome.WRITTEN);
                assertThat(data.write(isolation, base + 7)).isEqualTo(Outcome.WRITTEN);
                assertThat(data.write(isolation, base + 6)).isEqualTo(Outcome.STALE);
                assertThat(data.value()).isEqualTo(base + 7);
                assertThat(data.seen()).containsExactly(Map.of("resource", "stock", "token", "" + (base + 7)));
            }
        }
    }

    @Promise
    default void theRejectionSaysWhatAndWhyAndLeavesTheTransactionUsable(ContractFixture fixture) throws SQLException {
        try (FencedData data = new FencedData(fixture)) {
            data.write(Connection.TRANSACTION_READ_COMMITTED, 9);
            try (Connection connection = data.begin(Connection.TRANSACTION_READ_COMMITTED)) {
                assertThatExceptionOfType(StaleTokenException.class)
                        .isThrownBy(() -> data.pass(connection, 7))
                        .withMessageContainingAll("'stock'", "token 7", "token 9", "roll this transaction back")
                        .returns("stock", StaleTokenException::resource)
                        .returns(7L, StaleTokenException::token)
                        .returns(9L, StaleTokenException::newest);
                data.look(connection);
                connection.rollback();
            }
        }
    }

    @Promise
    default void resourcesAreApartByteForByte(ContractFixture fixture) throws SQLException {
        try (FencedData data = new FencedData(fixture);
                Connection connection = data.begin(Connection.TRANSACTION_READ_COMMITTED)) {
            data.fence().pass(connection, "Stock", 100);
            for (String other : List.of("stock", "st\u00f6ck", "\ud83d\ude00")) {
                data.fence().pass(connection, other, 1);
            }
            connection.commit();
            assertThat(data.seen()).hasSize(4);
        }
    }

    @Promise
    default void oneTransactionMayPassSeveralTimes(ContractFixture fixture) throws SQLException {
        try (FencedData data = new FencedData(fixture);
                Connection connection = data.begin(Connection.TRANSACTION_READ_COMMITTED)) {
            data.pass(connection, 5);
            data.pass(connection, 5);
            data.pass(connection, 6);
            assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> data.pass(connection, 5));
            connection.rollback();
        }
    }

    @Promise
    default void aRollbackForgetsTheToken(ContractFixture fixture) throws SQLException {
        try (FencedData data = new FencedData(fixture)) {
            for (int isolation : ISOLATIONS) {
                try (Connection connection = data.begin(isolation)) {
                    data.pass(connection, 1_000);
                    connection.rollback();
                }
                assertThat(data.write(isolation, isolation)).isEqualTo(Outcome.WRITTEN);
            }
        }
    }

    /** Nobody comes between a pass and its commit. */
    @Promise
    default void othersWaitUntilATransactionThatPassedHasEnded(ContractFixture fixture) throws SQLException {
        try (FencedData data = new FencedData(fixture)) {
            for (int isolation : ISOLATIONS) {
                CompletableFuture<Outcome> newer;
                try (Connection connection = data.begin(isolation)) {
                    data.pass(connection, 10L * isolation);
                    newer = fixture.crew().async(() -> data.writeStubbornly(isolation, 10L * isolation + 1));
                    fixture.crew().pause(Duration.ofMillis(300));
                    assertThat(newer).isNotDone();
                    data.put(connection, 10L * isolation);
                    connection.commit();
                }
                assertThat(newer.join()).isEqualTo(Outcome.WRITTEN);
                assertThat(data.value()).isEqualTo(10L * isolation + 1);
            }
        }
    }

    /** An old snapshot of the transaction does not decide: it ends in an error, or the present row is read. */
    @Promise
    default void anOldSnapshotLetsNoOldTokenPass(ContractFixture fixture) throws SQLException {
        for (int isolation : ISOLATIONS.subList(0, 2)) {
            try (FencedData data = new FencedData(fixture)) {
                assertOldSnapshotIsSeenThrough(data, isolation, 0);
                assertOldSnapshotIsSeenThrough(data, isolation, 100);
            }
        }
    }

    private static void assertOldSnapshotIsSeenThrough(FencedData data, int isolation, long base) throws SQLException {
        try (Connection connection = data.begin(isolation)) {
            data.look(connection);
            assertThat(data.write(isolation, base + 9)).isEqualTo(Outcome.WRITTEN);
            assertThatExceptionOfType(LockException.class).isThrownBy(() -> data.pass(connection, base + 7));
            connection.rollback();
        }
        assertThat(data.value()).isEqualTo(base + 9);
    }

    /** At SERIALIZABLE a look may lock, so the newer write may have to wait for the end of the older transaction. */
    @Promise
    default void serializableTransactionsNeverCommitOutOfOrder(ContractFixture fixture) throws SQLException {
        int isolation = Connection.TRANSACTION_SERIALIZABLE;
        try (FencedData data = new FencedData(fixture)) {
            CompletableFuture<Outcome> newer;
            boolean passed;
            try (Connection connection = data.begin(isolation)) {
                data.look(connection);
                newer = fixture.crew().async(() -> data.writeStubbornly(isolation, 9));
                fixture.crew().pause(Duration.ofMillis(500));
                boolean newerCameFirst = newer.isDone();
                passed = passesAndCommits(data, connection, 7);
                assertThat(passed && newerCameFirst).isFalse();
                connection.rollback();
            }
            assertThat(newer.join()).isEqualTo(Outcome.WRITTEN);
            assertThat(data.value()).isEqualTo(9);
        }
    }

    private static boolean passesAndCommits(FencedData data, Connection connection, long token) {
        try {
            data.pass(connection, token);
            data.put(connection, token);
            connection.commit();
            return true;
        } catch (LockException | SQLException rejected) {
            return false;
        }
    }

    @Promise
    default void aRaceOfFirstUsesMakesOneRowWithTheNewestToken(ContractFixture fixture) throws SQLException {
        for (int isolation : ISOLATIONS) {
            try (FencedData data = new FencedData(fixture)) {
                fixture.crew().together(6, number -> race(data, isolation, List.of(number + 1L)));

                assertThat(data.seen()).containsExactly(Map.of("resource", "stock", "token", "6"));
                assertThat(data.value()).isEqualTo(6);
            }
        }
    }

    @HeavyPromise
    default void manyWritersWithRandomTokensNeverGoBack(ContractFixture fixture) throws SQLException {
        for (int isolation : ISOLATIONS) {
            try (FencedData data = new FencedData(fixture)) {
                List<List<Long>> tokens = fixture.crew().gather(6, number -> {
                    List<Long> mine = randomTokens();
                    race(data, isolation, mine);
                    return Optional.of(mine);
                });
                long newest =
                        tokens.stream().map(Collections::max).max(Long::compare).orElseThrow();

                assertThat(data.written()).isSorted().endsWith(newest);
                assertThat(data.value()).isEqualTo(newest);
                assertThat(data.seen()).containsExactly(Map.of("resource", "stock", "token", "" + newest));
            }
        }
    }

    /** Random, but growing as tokens do, so that many are written and many come too late. */
    private static List<Long> randomTokens() {
        return IntStream.range(0, 25)
                .mapToObj(round -> 10L * round + ThreadLocalRandom.current().nextLong(1, 60))
                .toList();
    }

    private static void race(FencedData data, int isolation, List<Long> tokens) {
        try {
            for (long token : tokens) {
                data.writeStubbornly(isolation, token);
            }
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Promise
    default void autocommitIsRejected(ContractFixture fixture) throws SQLException {
        try (FencedData data = new FencedData(fixture);
                Connection connection = fixture.source().getConnection()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> data.pass(connection, 5))
                    .withMessageContaining("setAutoCommit(false)");
            assertThat(data.seen()).isEmpty();
        }
    }

    /** Then the fence's row would be locked for the length of one statement. MySQL's driver does not notice the mode. */
    @Promise
    default void autocommitBehindTheDriversBackIsRejected(ContractFixture fixture) throws SQLException {
        if (fixture.database() == Database.POSTGRESQL) {
            return; // Its driver begins transactions itself, and the server has no such mode.
        }
        try (FencedData data = new FencedData(fixture);
                Connection connection = fixture.source().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute(fixture.database() == Database.H2 ? "SET AUTOCOMMIT TRUE" : "SET autocommit = 1");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> data.pass(connection, 5))
                    .withMessageContaining("autocommit");
            assertThat(data.seen()).isEmpty();
        }
    }

    @Promise
    default void aMissingTableIsAClearError(ContractFixture fixture) throws SQLException {
        try (Connection connection = fixture.source().getConnection()) {
            connection.setAutoCommit(false);
            assertThatExceptionOfType(LockStoreException.class)
                    .isThrownBy(() -> Fence.table("no_such_fence").pass(connection, "stock", 5))
                    .withMessageContainingAll("no_such_fence", "LockSchema.fenceScript");
            connection.rollback();
        }
    }

    @Promise
    default void anInvalidNameOrTokenIsRejected(ContractFixture fixture) throws SQLException {
        try (FencedData data = new FencedData(fixture);
                Connection connection = data.begin(Connection.TRANSACTION_READ_COMMITTED)) {
            assertThatIllegalArgumentException().isThrownBy(() -> data.pass(connection, 0));
            assertThatIllegalArgumentException().isThrownBy(() -> data.fence().pass(connection, " blank", 5));
            assertThatIllegalArgumentException().isThrownBy(() -> Fence.table("x; DROP TABLE y"));
            connection.rollback();
        }
    }

    @Promise
    default void theTableIsCreatedOnlyWhenAskedAndOutsideOfTransactions(ContractFixture fixture) throws SQLException {
        try (FencedData data = new FencedData(fixture);
                Connection plain = fixture.source().getConnection();
                Connection busy = data.begin(Connection.TRANSACTION_READ_COMMITTED)) {
            data.write(Connection.TRANSACTION_READ_COMMITTED, 5);
            data.fence().createTable(plain);
            assertThat(data.seen()).hasSize(1);
            assertThatIllegalArgumentException().isThrownBy(() -> data.fence().createTable(busy));
            busy.rollback();
            assertThat(LockSchema.fenceScript(fixture.database(), "a.b"))
                    .contains(LockSchema.fenceStatements(fixture.database(), "a.b"))
                    .contains("a.b");
        }
    }
}
