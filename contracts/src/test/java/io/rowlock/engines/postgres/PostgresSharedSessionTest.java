package io.rowlock.engines.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.Hold;
import io.rowlock.LockSetupException;
import io.rowlock.Rowlock;
import io.rowlock.engines.Engines;
import io.rowlock.engines.server.Engine;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.source.LentDataSource;
import io.rowlock.testkit.source.SmallPool;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.postgresql.PGConnection;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.QueryExecutorBase;

/**
 * S8 behind a pooler that shares sessions, also where none is installed: a driver that was told another process number than the
 * server's names no statement, because the name could mean another client's statement.
 */
class PostgresSharedSessionTest implements Contract {
    private static final int NOBODY = 1;
    private static final int ENOUGH = 20;

    @Override
    public Engine database() {
        return Engines.postgres();
    }

    @Promise
    void statementsHaveNoNamesInASessionThatMayBeAnothers(ContractFixture fixture) throws SQLException {
        assertThat(namesAfterUse(fixture, PostgresSharedSessionTest::tellAnotherNumber))
                .isZero();
    }

    /** So the test above would notice them. */
    @Promise
    void statementsHaveNamesInASessionOfOurOwn(ContractFixture fixture) throws SQLException {
        assertThat(namesAfterUse(fixture, connection -> {})).isPositive();
    }

    @Promise
    void theDoctorNamesThePooler(ContractFixture fixture) {
        LentDataSource shared = fixture.lent(PostgresSharedSessionTest::tellAnotherNumber);
        assertThat(fixture.client(fixture.pool(3, shared)).admin().diagnose())
                .filteredOn(finding -> finding.problem().contains("pooler"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.promises()).contains("S10"));
    }

    @Promise
    void aDriverThatIsToldToNameEveryStatementIsRejectedByTheNameOfTheSetting(ContractFixture fixture) {
        LentDataSource shared = fixture.lent(connection -> {
            tellAnotherNumber(connection);
            connection.unwrap(PGConnection.class).setPrepareThreshold(-1);
        });
        assertThatExceptionOfType(LockSetupException.class)
                .isThrownBy(() -> fixture.client(shared))
                .withMessageContaining("prepareThreshold");
    }

    private static long namesAfterUse(ContractFixture fixture, LentDataSource.ConnectionSetup setup)
            throws SQLException {
        Queue<Connection> opened = new ConcurrentLinkedQueue<>();
        SmallPool pool = fixture.pool(3, fixture.lent(connection -> {
            setup.apply(connection);
            opened.add(connection);
        }));
        Rowlock client = fixture.client(pool);
        String name = fixture.name("shared");
        for (int use = 0; use < ENOUGH; use++) {
            try (Hold hold = client.lock(name).acquire()) {
                hold.renew();
                assertThat(hold.check()).isTrue();
                hold.guarded(pool, Connection::isReadOnly);
            }
        }
        fixture.await().until(() -> pool.lent() == 0);
        long names = 0;
        for (Connection connection : opened) {
            names += names(connection);
        }
        return names;
    }

    /** As a pooler does, which makes the number up. */
    private static void tellAnotherNumber(Connection connection) throws SQLException {
        QueryExecutorBase executor =
                (QueryExecutorBase) connection.unwrap(BaseConnection.class).getQueryExecutor();
        executor.setBackendKeyData(NOBODY, new byte[4]);
    }

    private static long names(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM pg_prepared_statements")) {
            row.next();
            return row.getLong(1);
        }
    }
}
