package io.rowlock.internal.sql.innodb;

import io.rowlock.Database;
import io.rowlock.Finding;
import io.rowlock.internal.sql.check.Examination;
import io.rowlock.internal.sql.check.TableDescription;
import io.rowlock.internal.sql.check.TableExamination;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.sql.statement.Template;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Settings and states of MySQL and MariaDB that put promises at risk. Anyone may see the variables; triggers and the
 * threads of replicas are shown only to those with the privilege, and are nothing to the others.
 */
final class InnoDbExamination {
    private static final Query VARIABLES = new Query("""
            SHOW VARIABLES WHERE variable_name IN (
                'read_only', 'super_read_only', 'transaction_read_only', 'tx_read_only', 'innodb_read_only',
                'innodb_flush_log_at_trx_commit', 'innodb_doublewrite', 'innodb_flush_method',
                'log_bin', 'sync_binlog', 'binlog_format',
                'rpl_semi_sync_master_enabled', 'rpl_semi_sync_source_enabled',
                'rpl_semi_sync_master_timeout', 'rpl_semi_sync_source_timeout',
                'wait_timeout', 'idle_transaction_timeout', 'idle_write_transaction_timeout',
                'wsrep_on', 'group_replication_group_name', 'group_replication_single_primary_mode')""");

    /** In milliseconds; a wait of an hour is meant. */
    private static final long LONG_TIMEOUT = 3_600_000;

    /** In seconds. */
    private static final long LONG_SILENCE = 3_600;

    private static final Query ECHO = new Query("SELECT ?");

    /** Characters of which every encoding but Unicode's lacks some. */
    private static final String FAR_APART = "ß日\uD83D\uDE00";

    private static final Query REDO_LOG =
            new Query("SHOW GLOBAL STATUS WHERE variable_name = 'Innodb_redo_log_enabled'");

    private static final Query REPLICAS =
            new Query("SELECT COUNT(*) FROM information_schema.processlist WHERE command LIKE 'Binlog Dump%'");

    /** Zero if the server was started with sysdate-is-now, for which there is no variable. */
    private static final Query CLOCK_RUNS = new Query(
            "SELECT TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6))" + " FROM (SELECT SLEEP(0.001) AS slept) once");

    private static final Query STORAGE = new Query("""
            SELECT CASE WHEN table_type = 'BASE TABLE' THEN engine ELSE table_type END, create_options
            FROM information_schema.tables
            WHERE table_name = ? AND table_schema = COALESCE(?, DATABASE())""");

    private static final Query TRIGGERS = new Query("""
            SELECT trigger_name FROM information_schema.triggers
            WHERE event_object_table = ? AND event_object_schema = COALESCE(?, DATABASE())
            ORDER BY 1""");

    private final TableDescription table;
    private final TableExamination tableExamination;

    InnoDbExamination(TableDescription table, Template template) {
        this.table = table;
        tableExamination = new TableExamination(table, template);
    }

    List<Finding> examine(Connection connection) throws SQLException {
        Examination examination = new Examination(connection);
        Variables variables = variables(examination);
        writable(examination, variables);
        storage(examination);
        tableExamination.examine(examination);
        encoding(examination);
        durability(examination, variables);
        binaryLog(examination, variables);
        replicas(examination, variables, count(examination));
        cluster(examination, variables);
        clock(examination);
        silence(examination, variables);
        examination.triggers(table, examination.ask(TRIGGERS, table::bindName, row -> row.getString(1)));
        return examination.findings();
    }

    private Variables variables(Examination examination) throws SQLException {
        Map<String, String> values = new HashMap<>();
        examination.ask(VARIABLES, Query.NOTHING, row -> values.put(row.getString(1), row.getString(2)));
        if (table.database() == Database.MYSQL) {
            examination.ask(REDO_LOG, Query.NOTHING, row -> values.put(Variables.REDO_LOG_ENABLED, row.getString(2)));
        }
        return new Variables(values);
    }

    /** A driver replaces what the connection's encoding lacks by question marks, and different names become one. */
    private static void encoding(Examination examination) throws SQLException {
        List<String> echo =
                examination.ask(ECHO, statement -> statement.setString(1, FAR_APART), row -> row.getString(1));
        examination.impossible(
                !echo.isEmpty() && !echo.get(0).equals(FAR_APART),
                "S9",
                "the connection's encoding cannot carry every name, so different locks would be one",
                "set characterEncoding=UTF-8 in the JDBC URL, or leave it out");
    }

    private static void clock(Examination examination) throws SQLException {
        examination.warning(
                examination
                        .ask(CLOCK_RUNS, Query.NOTHING, row -> row.getLong(1))
                        .contains(0L),
                "S8",
                "the server runs with sysdate-is-now, so its clock stands still while a statement waits for a table: an"
                        + " acquire that was given up during DDL or a backup can be granted after it",
                "start the server without sysdate-is-now");
    }

    private static long count(Examination examination) throws SQLException {
        return examination.ask(REPLICAS, Query.NOTHING, row -> row.getLong(1)).stream()
                .findFirst()
                .orElse(0L);
    }

    static void writable(Examination examination, Variables variables) {
        examination.impossible(
                variables.isAnyOn("read_only", "super_read_only", "innodb_read_only"),
                "S1",
                "this server is read-only, as replicas are",
                "connect to the primary");
        examination.impossible(
                variables.isAnyOn("transaction_read_only", "tx_read_only"),
                "S1",
                "transactions on this server are read-only (transaction_read_only)",
                "switch that off for Rowlock's connections");
    }

    private void storage(Examination examination) throws SQLException {
        Storage storage = examination.ask(STORAGE, table::bindName, Storage::read).stream()
                .findFirst()
                .orElse(new Storage("unknown", ""));
        String name = "table " + table.name();
        examination.impossible(
                !storage.isTable(),
                "S1",
                name + " is a " + storage.kind.toLowerCase(Locale.ROOT)
                        + ", whose rows cannot be locked and skipped for certain",
                "give Rowlock a plain table, made by the statements that LockSchema prints");
        examination.impossible(
                storage.isTable() && !storage.kind.equalsIgnoreCase("InnoDB"),
                "S1",
                name + " is kept by the storage engine " + storage.kind + ", which has no row locks",
                "ALTER TABLE " + table.name() + " ENGINE = InnoDB");
        examination.impossible(
                storage.options.contains("partitioned"),
                "S1",
                name + " is partitioned, and no promise of Rowlock has been tried on such a table",
                "ALTER TABLE " + table.name() + " REMOVE PARTITIONING");
    }

    /** The storage engine of a plain table, or what else it is; and the options with which it was created. */
    private record Storage(String kind, String options) {
        private static final Set<String> NO_TABLES =
                Set.of("VIEW", "SYSTEM VIEW", "TEMPORARY", "SEQUENCE", "SYSTEM VERSIONED");

        static Storage read(ResultSet row) throws SQLException {
            return new Storage(String.valueOf(row.getString(1)), String.valueOf(row.getString(2)));
        }

        boolean isTable() {
            return !NO_TABLES.contains(kind);
        }
    }

    static void durability(Examination examination, Variables variables) {
        String flush = variables.text("innodb_flush_log_at_trx_commit", "1");
        examination.warning(
                Set.of("0", "2").contains(flush),
                "S1, S3",
                "innodb_flush_log_at_trx_commit is " + flush
                        + ", so a crash forgets the grants of the last second, which others then get too",
                "set it to 1");
        String doublewrite = variables.text("innodb_doublewrite", "ON");
        examination.warning(
                Set.of("OFF", "0", "DETECT_ONLY").contains(doublewrite),
                "S1, S3",
                "innodb_doublewrite is " + doublewrite
                        + ", so a crash in the middle of a page can spoil the lock table",
                "switch it on, unless the file system is known to write pages whole");
        String method = variables.text("innodb_flush_method", "");
        examination.warning(
                method.equalsIgnoreCase("nosync"),
                "S1, S3",
                "innodb_flush_method is " + method + ", so a crash can lose grants, or the database",
                "set it to O_DIRECT or fsync");
        examination.warning(
                variables.text(Variables.REDO_LOG_ENABLED, "ON").equals("OFF"),
                "S1, S3",
                "InnoDB's redo log is disabled, so a crash loses the database",
                "ALTER INSTANCE ENABLE INNODB REDO_LOG");
    }

    static void binaryLog(Examination examination, Variables variables) {
        if (!variables.isAnyOn("log_bin")) {
            return;
        }
        String sync = variables.text("sync_binlog", "1");
        examination.warning(
                !sync.equals("1"),
                "S1, S3",
                "sync_binlog is " + sync + ", and recovery undoes what the binary log has lost, so a crash can forget"
                        + " grants",
                "set it to 1");
        examination.impossible(
                variables.text("binlog_format", "ROW").equals("STATEMENT"),
                "L1",
                "binlog_format is STATEMENT, with which InnoDB rejects every change at READ COMMITTED",
                "set it to ROW or MIXED");
    }

    static void replicas(Examination examination, Variables variables, long attached) {
        boolean waits = variables.isAnyOn("rpl_semi_sync_master_enabled", "rpl_semi_sync_source_enabled");
        examination.warning(
                attached > 0 && !waits,
                "S1, S3",
                "replicas are attached (" + attached
                        + "), and commits wait for none of them, so a failover can forget grants",
                "use semi-synchronous or group replication, or after a failover let one lease pass before anyone takes a"
                        + " lock");
        long timeout =
                variables.number("rpl_semi_sync_source_timeout", variables.number("rpl_semi_sync_master_timeout", 0));
        examination.warning(
                attached > 0 && waits && timeout < LONG_TIMEOUT,
                "S1, S3",
                "semi-synchronous replication stops waiting for replicas after " + timeout
                        + " ms, and a failover after that can forget grants",
                "raise rpl_semi_sync_source_timeout (rpl_semi_sync_master_timeout) beyond any outage you fail over in");
    }

    static void cluster(Examination examination, Variables variables) {
        examination.warning(
                variables.isAnyOn("wsrep_on"),
                "S2, S8",
                "this is a Galera node (wsrep_on): each node judges leases by its own clock and sees the others' grants"
                        + " late, so a hold used through two nodes can seem lost",
                "send all of Rowlock's connections to one node, or set wsrep_sync_wait = 7 on them, and keep the nodes'"
                        + " clocks well within a second");
        examination.warning(
                !variables.text("group_replication_group_name", "").isBlank()
                        && variables
                                .text("group_replication_single_primary_mode", "ON")
                                .equals("OFF"),
                "S2, S8",
                "this is a member of a group with several primaries: each judges leases by its own clock and sees the"
                        + " others' grants late, so a hold used through two members can seem lost",
                "send all of Rowlock's connections to one member, or use single-primary mode, and keep the members'"
                        + " clocks well within a second");
    }

    /** A host that vanishes inside a guard keeps its transaction open, and so the lock, until the server ends the session. */
    static void silence(Examination examination, Variables variables) {
        long wait = variables.number("wait_timeout", 0);
        boolean idleIsEnded = variables.number("idle_transaction_timeout", 0) > 0
                || variables.number("idle_write_transaction_timeout", 0) > 0;
        examination.warning(
                wait >= LONG_SILENCE && !idleIsEnded,
                "L1",
                "wait_timeout is " + wait
                        + " s, so a lock whose host vanishes inside a guarded transaction stays taken for" + " as long",
                "set wait_timeout to some minutes for the sessions that guard (on MariaDB idle_transaction_timeout does it"
                        + " too), and let the pool retire or test connections sooner");
    }

    /**
     * The server's variables, as far as it has them.
     *
     * @param values the value of each
     */
    record Variables(Map<String, String> values) {
        static final String REDO_LOG_ENABLED = "Innodb_redo_log_enabled";

        String text(String name, String absent) {
            return values.getOrDefault(name, absent);
        }

        long number(String name, long absent) {
            return Long.parseLong(text(name, Long.toString(absent)));
        }

        /** Some have more ways to be on than one. */
        boolean isAnyOn(String... names) {
            return Stream.of(names).anyMatch(name -> !Set.of("OFF", "0", "").contains(text(name, "OFF")));
        }
    }
}
