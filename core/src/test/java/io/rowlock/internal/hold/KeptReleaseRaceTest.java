package io.rowlock.internal.hold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.Hold;
import io.rowlock.LockStoreException;
import io.rowlock.Rowlock;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.store.StoreException.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code release(keepFor)} has just learnt that the grant stands when the hold ends in another way. */
class KeptReleaseRaceTest {
    private final JdbcDataSource database = new JdbcDataSource();

    {
        database.setUrl("jdbc:h2:mem:kept-race;DB_CLOSE_DELAY=-1");
    }

    private final Rowlock rowlock =
            Rowlock.builder(database).callTimeout(Duration.ofSeconds(2)).build();
    private final Hold hold = rowlock.lock("nightly").acquire();
    private final LeasedHold leased = ((HoldHandle) hold).hold();
    private final Release keeping = leased.rowRelease(leased.grant().keptFor(Duration.ofMinutes(10)));

    {
        keeping.keepAnswer();
    }

    @AfterEach
    void close() throws SQLException {
        rowlock.close();
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SHUTDOWN");
        }
    }

    @Test
    void aHoldThatAnotherThreadHasClosedMeanwhileKeepsNothingAndSaysSo() {
        hold.close();

        leased.close(keeping);

        assertThat(keeping.awaitDone()).isFalse();
        assertThat(rowlock.lock("nightly").tryAcquire().map(KeptReleaseRaceTest::closed))
                .contains(true);
    }

    @Test
    void aHoldThatWasLostMeanwhileKeepsNothingAndSaysSo() {
        leased.loseToOthers();

        leased.close(keeping);

        assertThat(keeping.awaitDone()).isFalse();
        assertThat(rowlock.lock("nightly").tryAcquire(Duration.ofSeconds(10)).map(KeptReleaseRaceTest::closed))
                .contains(true);
    }

    /** The client has sent the release of the hold, which keeps nothing, and waits for the answer. */
    @Test
    void aHoldThatItsClientIsReleasingMeanwhileKeepsNothingAndSaysSo() throws Exception {
        CompletableFuture<Void> closing;
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeQuery("SELECT 1 FROM rowlock WHERE name = 'nightly' FOR UPDATE");
            closing = CompletableFuture.runAsync(rowlock::close);
            Awaitility.await().until(() -> !leased.isOpen());

            leased.close(keeping);
            connection.commit();
        }
        closing.get(30, TimeUnit.SECONDS);

        assertThat(keeping.awaitDone()).isFalse();
        assertThat(isFree()).isTrue();
    }

    @Test
    void aHoldThatItsClientHasReleasedMeanwhileKeepsNothingAndSaysSo() {
        rowlock.close();

        leased.close(keeping);

        assertThat(keeping.awaitDone()).isFalse();
        assertThat(isFree()).isTrue();
    }

    /** As in a try statement that releases its hold. */
    @Test
    void aCloseAfterwardsDoesNotUndoTheReleaseThatWasLeftToTheClient() throws Exception {
        CompletableFuture<Void> closing = whileClosing(() -> {
            leased.close(keeping);
            hold.close();
        });
        closing.get(30, TimeUnit.SECONDS);

        assertThat(keeping.awaitDone()).isTrue();
        assertThat(isFree()).isFalse();
    }

    @Test
    void aHoldThatWasClosedWhileItsClientClosesKeepsNothingAndSaysSo() throws Exception {
        CompletableFuture<Void> closing = whileClosing(() -> {
            hold.close();
            leased.close(keeping);
        });
        closing.get(30, TimeUnit.SECONDS);

        assertThat(keeping.awaitDone()).isFalse();
        assertThat(isFree()).isTrue();
    }

    @Test
    void aHoldThatWasLostWhileItsClientClosesKeepsNothingAndSaysSo() throws Exception {
        CompletableFuture<Void> closing = whileClosing(() -> {
            leased.loseToOthers();
            leased.close(keeping);
        });
        closing.get(30, TimeUnit.SECONDS);

        assertThat(keeping.awaitDone()).isFalse();
    }

    /** The first statement got no answer, and others have had the lock since: it may have been kept before. */
    @Test
    void aReleaseThatTheClientHadToRepeatIsNotAnsweredByAGuess() throws Exception {
        CompletableFuture<Void> closing = whileClosing(() -> {
            leased.close(keeping);
            assertThat(leased.endForClose()).isEqualTo(keeping.grant());
            leased.releaseAnswered(GrantOutcome.NOT_OWNER, new StoreException(Kind.UNKNOWN, "no answer", null));
        });
        closing.get(30, TimeUnit.SECONDS);

        assertThatExceptionOfType(LockStoreException.class)
                .isThrownBy(keeping::awaitDone)
                .withMessageContaining("nobody can tell whether it was kept")
                .withMessageContaining("no answer");
    }

    /** Does something after the client has begun to close, and before it releases its holds: it waits for calls under way. */
    private CompletableFuture<Void> whileClosing(Runnable action) {
        assertThat(leased.context().gate().tryEnter()).isTrue();
        CompletableFuture<Void> closing = CompletableFuture.runAsync(rowlock::close);
        try {
            Awaitility.await().until(leased.context().gate()::isShut);
            action.run();
        } finally {
            leased.context().gate().leave();
        }
        return closing;
    }

    private boolean isFree() {
        try (Rowlock other = Rowlock.create(database)) {
            Optional<Hold> next = other.lock("nightly").tryAcquire();
            return next.map(KeptReleaseRaceTest::closed).isPresent();
        }
    }

    private static boolean closed(Hold next) {
        next.close();
        return true;
    }
}
