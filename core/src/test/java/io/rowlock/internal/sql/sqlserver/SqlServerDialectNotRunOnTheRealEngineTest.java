package io.rowlock.internal.sql.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Database;
import io.rowlock.LockSchema;
import io.rowlock.TableName;
import io.rowlock.internal.store.StoreException.Kind;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/**
 * H2's imitation of SQL Server can run the definition of the table, without the collation and the options that it does not
 * know. It has no OUTPUT, no READPAST and not SQL Server's clock, so no statement on locks was run at all.
 */
class SqlServerDialectNotRunOnTheRealEngineTest {

    @Test
    void theDefinitionIsSqlAndTheProtocolRowIsWrittenOnce() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:;MODE=MSSQLServer");
                Statement statement = connection.createStatement()) {
            statement.execute(SqlServerDialect.CREATE_TABLE
                    .replace("{table}", "rowlock")
                    .replace("{keyOptions}", "")
                    .replace(" COLLATE Latin1_General_100_BIN2", ""));
            String protocolRow = SqlServerDialect.CREATE_PROTOCOL_ROW.replace("{table}", "rowlock");
            assertThat(statement.executeUpdate(protocolRow)).isOne();
            assertThat(statement.executeUpdate(protocolRow)).isZero();
        }
    }

    @Test
    void theScriptPutsTheViewIntoABatchOfItsOwn() {
        assertThat(LockSchema.script(Database.SQL_SERVER, "locks_of_mine"))
                .contains(
                        "IF OBJECT_ID(N'locks_of_mine', N'U') IS NULL",
                        "LOCK_ESCALATION = DISABLE",
                        ";\nGO\n\nCREATE OR ALTER VIEW locks_of_mine_status");
    }

    @Test
    void failuresAreToldApartByTheirNumbers() {
        SqlServerDialect dialect = new SqlServerDialect(TableName.of("rowlock"));
        assertThat(dialect.classify(new SQLException("deadlock", "40001", 1205)))
                .isEqualTo(Kind.TRANSIENT);
        assertThat(dialect.classify(new SQLException("shutdown", "S0001", 6005)))
                .isEqualTo(Kind.UNKNOWN);
        assertThat(dialect.classify(new SQLException("syntax", "S0001", 102))).isEqualTo(Kind.REJECTED);
    }
}
