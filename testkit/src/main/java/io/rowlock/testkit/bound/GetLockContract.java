package io.rowlock.testkit.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.Hold;
import io.rowlock.LockStoreException;
import io.rowlock.LockTimeoutException;
import io.rowlock.Rowlock;
import io.rowlock.RowlockBuilder;
import io.rowlock.classic.UserLevelLock;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Connection-bound locks beside programs that call {@code GET_LOCK} themselves, with the lock's own name. */
public interface GetLockContract extends GetLockQueueContract {

    private static Rowlock sharing(ContractFixture fixture) {
        return fixture.client(RowlockBuilder::sharingLockNames);
    }

    @Promise
    default void aProgramThatCallsGetLockItselfIsExcludedAndExcludes(ContractFixture fixture) throws SQLException {
        String name = fixture.name("Shared");
        Rowlock client = sharing(fixture);
        UserLevelLock locks = new UserLevelLock(client);
        try (Connection original = fixture.source().getConnection()) {
            long id = ask(original, "SELECT CONNECTION_ID(), ?", name);
            assertThat(ask(original, "SELECT GET_LOCK(?, 0)", name)).isOne();

            assertThat(client.lock(name).tryAcquire()).isEmpty();
            assertThat(locks.isFree(name)).isFalse();
            assertThat(locks.holder(name)).contains("connection " + id);
            assertThatExceptionOfType(LockTimeoutException.class)
                    .isThrownBy(() -> client.lock(name).acquire(Duration.ofMillis(100)))
                    .withMessageContaining("connection " + id);

            assertThat(ask(original, "SELECT RELEASE_LOCK(?)", name)).isOne();
            // The server may grant it for a moment to the wait that was given up.
            fixture.await().until(() -> locks.isFree(name));
            try (Hold hold = client.lock(name).acquire()) {
                assertThat(ask(original, "SELECT GET_LOCK(?, 0)", name)).isZero();
                assertThat(hold.check()).isTrue();
            }
            assertThat(ask(original, "SELECT GET_LOCK(?, 10)", name)).isOne();
        }
    }

    /** Also after a name that differs in case alone was used, in names longer than the document says, and in Korean ones. */
    @Promise
    default void namesAreSharedExactlyAsOriginalsPassThem(ContractFixture fixture) throws SQLException {
        String upper = fixture.name("Case");
        Rowlock client = sharing(fixture);
        List<String> names = List.of(
                upper,
                upper.toLowerCase(Locale.ROOT),
                fixture.name("분산 잠금"),
                filled(fixture, "x", 61),
                filled(fixture, "y", 64),
                filled(fixture, "잠", 64));
        try (Connection original = fixture.source().getConnection()) {
            for (String name : names) {
                assertThat(ask(original, "SELECT GET_LOCK(?, 0)", name))
                        .as(name)
                        .isOne();
                assertThat(client.lock(name).tryAcquire()).as(name).isEmpty();
                assertThat(ask(original, "SELECT RELEASE_LOCK(?)", name)).isOne();
                try (Hold hold = client.lock(name).acquire()) {
                    assertThat(ask(original, "SELECT GET_LOCK(?, 0)", name))
                            .as(name)
                            .isZero();
                    assertThat(hold.check()).isTrue();
                }
            }
        }
    }

    /** A session gets its own lock twice: so a client has to keep its locks apart, as the server keeps sessions apart. */
    @Promise
    default void namesThatAreOneForTheServerExcludeEachOther(ContractFixture fixture) throws SQLException {
        String upper = fixture.name("One");
        String lower = upper.toLowerCase(Locale.ROOT);
        Rowlock client = sharing(fixture);
        Rowlock other = sharing(fixture);
        try (Connection original = fixture.source().getConnection();
                Hold hold = client.lock(upper).acquire()) {
            boolean apart = ask(original, "SELECT GET_LOCK(?, 0)", lower) == 1;
            ask(original, "SELECT RELEASE_LOCK(?)", lower);
            for (Rowlock each : List.of(client, client, client, other)) {
                assertThat(each.lock(lower)
                                .tryAcquire()
                                .map(ContractFixture::closed)
                                .isPresent())
                        .isEqualTo(apart);
            }
            assertThat(hold.check()).isTrue();
            assertThat(ask(original, "SELECT GET_LOCK(?, 0)", upper)).isZero();
        }
    }

    /** Never unshared and silent: an original could not call it so either. */
    @Promise
    default void aNameThatTheServerRejectsIsRejectedAndNothingIsLost(ContractFixture fixture) {
        Rowlock client = sharing(fixture);
        try (Hold hold = client.lock(fixture.name("kept")).acquire()) {
            for (String name : List.of("x".repeat(193), "잠".repeat(65), "rowlock:0123456789abcdef")) {
                assertThatExceptionOfType(LockStoreException.class)
                        .isThrownBy(() -> client.lock(name).tryAcquire())
                        .withMessageContainingAll("cannot be shared", "choose another", "connectionBound()");
            }
            assertThat(hold.check()).isTrue();
        }
    }

    /** A client that shares no names locks a number; one that shares names takes its own name as well. */
    @Promise
    default void aNameThatWasNotSharedAtFirstIsSharedLater(ContractFixture fixture) throws SQLException {
        String name = fixture.name("later");
        fixture.client().lock(name).acquire().close();
        Rowlock client = sharing(fixture);
        try (Connection original = fixture.source().getConnection()) {
            try (Hold hold = client.lock(name).acquire()) {
                assertThat(ask(original, "SELECT GET_LOCK(?, 0)", name)).isZero();
                assertThat(hold.check()).isTrue();
            }
            assertThat(ask(original, "SELECT GET_LOCK(?, 10)", name)).isOne();
            assertThat(client.lock(name).tryAcquire()).isEmpty();
        }
    }

    private static String filled(ContractFixture fixture, String with, int characters) {
        String name = fixture.name("");
        return with.repeat(characters - name.length()) + name;
    }

    /** All clients know a lock by one name on the server: the name that it got at its first use. */
    @Promise
    default void clientsThatShareNamesAndThoseThatDoNotExcludeEachOther(ContractFixture fixture) {
        for (String name : List.of(fixture.name("a"), fixture.name("b"))) {
            Rowlock first = name.startsWith("a") ? sharing(fixture) : fixture.client();
            Rowlock second = name.startsWith("a") ? fixture.client() : sharing(fixture);
            try (Hold hold = first.lock(name).acquire()) {
                assertThat(second.lock(name).tryAcquire()).isEmpty();
                assertThat(hold.check()).isTrue();
            }
            assertThat(second.lock(name).tryAcquire().map(ContractFixture::closed))
                    .contains(true);
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
