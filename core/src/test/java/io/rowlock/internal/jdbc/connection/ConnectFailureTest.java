package io.rowlock.internal.jdbc.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.store.StoreException.Kind;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.NoSuchElementException;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** The pool is used up only if it speaks for itself alone. */
class ConnectFailureTest {
    @Test
    void anExceptionOfThePoolAloneMeansThatItIsUsedUp() {
        assertThat(kind(new SQLTransientConnectionException("not available, timed out")))
                .isEqualTo(Kind.EXHAUSTED);
    }

    /** As DBCP reports it. */
    @Test
    void aCauseThatIsNotOfTheDriverMeansTheSame() {
        assertThat(kind(new SQLException("pool error", new NoSuchElementException("timed out"))))
                .isEqualTo(Kind.EXHAUSTED);
    }

    /** As HikariCP attaches it. */
    @Test
    void aDriversExceptionBelowItMeansThatTheDatabaseCannotBeReached() {
        assertThat(kind(new SQLTransientConnectionException(
                        "not available, timed out", new SQLException("refused", "08001"))))
                .isEqualTo(Kind.UNREACHABLE);
    }

    @Test
    void aDriversExceptionWithoutASqlStateMeansTheSame() {
        StoreException failure =
                failure(new SQLTransientConnectionException("not available, timed out", new SQLException("refused")));

        assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
        assertThat(failure)
                .hasMessage("the database cannot be reached (java.sql.SQLException: refused);"
                        + " make sure that it runs, and that its address is right");
    }

    private static Kind kind(SQLException thrown) {
        return failure(thrown).kind();
    }

    private static StoreException failure(SQLException thrown) {
        return ConnectFailure.of(new JdbcDataSource(), thrown);
    }
}
