package io.rowlock.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.Hold;
import io.rowlock.LockTimeoutException;
import io.rowlock.Rowlock;
import io.rowlock.RowlockBuilder;
import io.rowlock.classic.UserLevelLock;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Connection-bound locks beside programs that call {@code GET_LOCK} themselves, with the lock's own name. */
public interface GetLockContract extends BoundServerContract {

    private static Rowlock sharing(Bench bench) {
        return bench.client(RowlockBuilder::sharingLockNames);
    }

    @Promise
    default void aProgramThatCallsGetLockItselfIsExcludedAndExcludes(Bench bench) throws SQLException {
        String name = bench.name("Shared");
        Rowlock client = sharing(bench);
        UserLevelLock locks = new UserLevelLock(client);
        try (Connection original = bench.source().getConnection()) {
            long id = ask(original, "SELECT CONNECTION_ID(), ?", name);
            assertThat(ask(original, "SELECT GET_LOCK(?, 0)", name)).isOne();

            assertThat(client.lock(name).tryAcquire()).isEmpty();
            assertThat(locks.isFree(name)).isFalse();
            assertThat(locks.holder(name)).contains("connection " + id);
            assertThatExceptionOfType(LockTimeoutException.class)
                    .isThrownBy(() -> client.lock(name).acquire(Duration.ofMillis(100)))
                    .withMessageContaining("connection " + id);

            assertThat(ask(original, "SELECT RELEASE_LOCK(?)", name)).isOne();
            assertThat(locks.isFree(name)).isTrue();
            try (Hold hold = client.lock(name).acquire()) {
                assertThat(ask(original, "SELECT GET_LOCK(?, 0)", name)).isZero();
                assertThat(hold.check()).isTrue();
            }
            assertThat(ask(original, "SELECT GET_LOCK(?, 10)", name)).isOne();
        }
    }

    /** The first to use a name has it as its own on the server; a name that differs in case alone goes by another. */
    @Promise
    default void ofNamesThatDifferInCaseTheFirstIsSharedWithOriginals(Bench bench) throws SQLException {
        String first = bench.name("First");
        String second = first.toLowerCase(Locale.ROOT);
        Rowlock client = sharing(bench);
        client.lock(first).acquire().close();
        try (Connection original = bench.source().getConnection();
                Hold other = client.lock(second).acquire()) {
            assertThat(ask(original, "SELECT GET_LOCK(?, 0)", first)).isOne();
            assertThat(client.lock(first).tryAcquire()).isEmpty();
            assertThat(other.check()).isTrue();
        }
    }

    /** Whatever a client was told, a lock has one name on the server: that which it got at its first use. */
    @Promise
    default void clientsThatShareNamesAndThoseThatDoNotExcludeEachOther(Bench bench) {
        for (String name : List.of(bench.name("a"), bench.name("b"))) {
            Rowlock first = name.startsWith("a") ? sharing(bench) : bench.client();
            Rowlock second = name.startsWith("a") ? bench.client() : sharing(bench);
            try (Hold hold = first.lock(name).acquire()) {
                assertThat(second.lock(name).tryAcquire()).isEmpty();
                assertThat(hold.check()).isTrue();
            }
            assertThat(second.lock(name).tryAcquire().map(Bench::closed)).contains(true);
        }
    }

    private static long ask(Connection connection, String query, String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, name);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getLong(1);
            }
        }
    }
}
