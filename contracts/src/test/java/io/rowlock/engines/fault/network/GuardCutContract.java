package io.rowlock.engines.fault.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.LockOutcomeUnknownException;
import io.rowlock.LockStoreException;
import io.rowlock.Rowlock;
import io.rowlock.engines.fault.fixture.FaultContract;
import io.rowlock.engines.fault.fixture.FaultFixture;
import io.rowlock.engines.network.Direction;
import io.rowlock.engines.network.Proxy;
import io.rowlock.engines.network.Traffic;
import io.rowlock.testkit.sql.Journal;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * S8 for a guarded transaction: whose commit is cut, is told what is known, and data and lock agree. The build cuts at some
 * places, the long run at every byte.
 */
public interface GuardCutContract extends FaultContract {

    /** Longer than any of these tests. */
    Duration LONG = Duration.ofMinutes(5);

    /** At how many places the build cuts each direction. */
    int PLACES = 25;

    @ParameterizedTest
    @EnumSource
    @Execution(ExecutionMode.CONCURRENT)
    default void aCommitThatIsCutAnywhereIsToldAsWhatIsKnown(Direction direction, FaultFixture fixture)
            throws SQLException {
        assertToldWhatIsKnown(direction, fixture, PLACES);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("long")
    @Timeout(1800)
    @Execution(ExecutionMode.CONCURRENT)
    default void aCommitThatIsCutAtAnyByteIsToldAsWhatIsKnown(Direction direction, FaultFixture fixture)
            throws SQLException {
        assertToldWhatIsKnown(direction, fixture, Integer.MAX_VALUE);
    }

    private void assertToldWhatIsKnown(Direction direction, FaultFixture fixture, int places) throws SQLException {
        Proxy proxy = fixture.proxy();
        DataSource way = engine().dataSource(proxy.address());
        Journal journal = Journal.create(engine().dataSource(), fixture.name());
        Rowlock client = fixture.client();
        Rowlock other = fixture.client();
        long whole = length(proxy, way, journal, client, direction, fixture);

        long step = Math.max(1, whole / places);
        for (long bytes = 0; bytes <= whole; bytes += step) {
            String where = "cut " + direction + " after " + bytes + " of " + whole + " bytes";
            int before = journal.entries(engine().dataSource()).size();
            Hold hold = client.lock(fixture.lock(LONG)).acquire();
            Told told = cutCommit(hold, way, journal, proxy, direction, bytes);
            proxy.heal();
            assertThat(hold.check()).as("the hold, %s", where).isTrue();
            letTheServerEndIt(hold);
            hold.close();
            try (Hold next = other.lock(fixture.lock(LONG)).acquire()) {
                int stored = journal.entries(engine().dataSource()).size() - before;
                assertThat(told.agreesWith(stored))
                        .as("told %s, %d stored, %s", told, stored, where)
                        .isTrue();
                assertThat(next.token()).isGreaterThan(hold.token());
            }
        }
        assertThat(journal.stale(engine().dataSource())).isEmpty();
    }

    /** H2 may undo a statement right after a rollback with it; a renewal that succeeds shows that this is past. */
    private static void letTheServerEndIt(Hold hold) {
        hold.renew();
    }

    /** The answer to the caller's commit. */
    enum Told {
        STORED,
        NOT_STORED,
        UNKNOWN;

        boolean agreesWith(int entries) {
            return switch (this) {
                case STORED -> entries == 1;
                case NOT_STORED -> entries == 0;
                case UNKNOWN -> entries == 0 || entries == 1;
            };
        }
    }

    private static Told cutCommit(
            Hold hold, DataSource way, Journal journal, Proxy proxy, Direction direction, long bytes)
            throws SQLException {
        try {
            hold.<Boolean, SQLException>guarded(way, connection -> {
                journal.write(connection, hold.token());
                if (direction == Direction.TO_SERVER) {
                    proxy.cutAfterClientBytes(bytes);
                } else {
                    proxy.cutAfterServerBytes(bytes);
                }
                return true;
            });
            return Told.STORED;
        } catch (LockOutcomeUnknownException unknown) {
            assertThat(unknown)
                    .hasMessageContaining("may or may not")
                    .hasMessageContaining(hold.key().name());
            return Told.UNKNOWN;
        } catch (LockStoreException failed) {
            assertThat(failed).hasMessageContaining(hold.key().name());
            return Told.NOT_STORED;
        }
    }

    /** How many bytes a commit is, from the end of the work on. */
    private static long length(
            Proxy proxy, DataSource way, Journal journal, Rowlock client, Direction direction, FaultFixture fixture)
            throws SQLException {
        try (Hold hold = client.lock(fixture.lock(LONG)).acquire()) {
            AtomicLong before = new AtomicLong();
            hold.<Boolean, SQLException>guarded(way, connection -> {
                journal.write(connection, hold.token());
                before.set(bytes(proxy, direction));
                return true;
            });
            // Includes what restores and closes the connection; a cut there is after the commit.
            return bytes(proxy, direction) - before.get();
        }
    }

    private static long bytes(Proxy proxy, Direction direction) {
        Traffic all = proxy.traffic();
        return direction == Direction.TO_SERVER ? all.toServer() : all.toClient();
    }
}
