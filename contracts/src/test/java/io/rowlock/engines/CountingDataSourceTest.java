package io.rowlock.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.testkit.source.CountingDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class CountingDataSourceTest {

    private final CountingDataSource counting =
            new CountingDataSource(Engines.h2Memory().dataSource());

    @Test
    void countsWhatIsOut() throws SQLException {
        Connection first = counting.getConnection();
        try (Connection second = counting.getConnection()) {
            assertThat(second.isValid(1)).isTrue();
            assertThat(counting.open()).isEqualTo(2);
        }
        first.close();
        first.close();

        assertThat(counting.open()).isZero();
        assertThat(counting.peak()).isEqualTo(2);
        assertThat(counting.taken()).isEqualTo(2);
    }

    @Test
    void writesDownWhatIsSent() throws SQLException {
        try (Connection connection = counting.getConnection();
                PreparedStatement prepared = connection.prepareStatement("select 2")) {
            Sql.number(connection, "select 1");
            prepared.executeQuery().close();
            prepared.execute();
            connection.setAutoCommit(false);
            connection.commit();
        }

        assertThat(counting.statements()).containsExactly("select 1", "select 2", "select 2", "commit");
        counting.reset();
        assertThat(counting.statements()).isEmpty();
        assertThat(counting.taken()).isZero();
    }

    @Test
    void passesTheDriversFailuresOn() throws SQLException {
        assertThatThrownBy(() -> Sql.number(counting, "select nonsense")).isInstanceOf(SQLException.class);
        assertThat(counting.open()).isZero();
    }
}
