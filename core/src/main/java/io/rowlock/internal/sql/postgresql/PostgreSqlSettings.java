package io.rowlock.internal.sql.postgresql;

import io.rowlock.internal.sql.statement.Query;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The settings of a PostgreSQL server and of this session on which promises depend. */
record PostgreSqlSettings(
        boolean inRecovery,
        boolean readOnly,
        String fsync,
        String fullPageWrites,
        String synchronousCommit,
        String standbyNames,
        String encoding,
        boolean patient,
        int pid) {
    private static final Query SERVER = new Query("""
            SELECT pg_is_in_recovery() AS in_recovery,
                   current_setting('transaction_read_only') AS read_only,
                   current_setting('fsync') AS fsync,
                   current_setting('full_page_writes') AS full_page_writes,
                   current_setting('synchronous_commit') AS synchronous_commit,
                   current_setting('synchronous_standby_names') AS standby_names,
                   current_setting('server_encoding') AS encoding,
                   current_setting('tcp_keepalives_idle')::integer > 3600
                       AND current_setting('idle_in_transaction_session_timeout') = '0'
                       AND coalesce(current_setting('transaction_timeout', true), '0') = '0' AS patient,
                   pg_backend_pid() AS pid""");

    static PostgreSqlSettings read(Connection connection) throws SQLException {
        return SERVER.one(connection, Query.NOTHING, PostgreSqlSettings::fromRow);
    }

    private static PostgreSqlSettings fromRow(ResultSet row) throws SQLException {
        return new PostgreSqlSettings(
                row.getBoolean("in_recovery"),
                row.getString("read_only").equals("on"),
                row.getString("fsync"),
                row.getString("full_page_writes"),
                row.getString("synchronous_commit"),
                row.getString("standby_names"),
                row.getString("encoding"),
                row.getBoolean("patient"),
                row.getInt("pid"));
    }
}
