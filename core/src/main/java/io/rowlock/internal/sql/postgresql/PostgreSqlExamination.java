package io.rowlock.internal.sql.postgresql;

import io.rowlock.Finding;
import io.rowlock.internal.sql.check.Examination;
import io.rowlock.internal.sql.check.TableDescription;
import io.rowlock.internal.sql.check.TableExamination;
import io.rowlock.internal.sql.statement.PgDriver;
import io.rowlock.internal.sql.statement.PgSession;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.sql.statement.Template;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/** Settings and states of PostgreSQL that put promises at risk. Any user may read them, apart from standbys' details. */
final class PostgreSqlExamination {

    /** Before PostgreSQL acknowledges a commit, a standby need not have it with these. */
    private static final Set<String> LOCAL_COMMITS = Set.of("off", "local");

    private static final String REMEDY =
            "let Rowlock connect to the server itself; or at least through a pool in session mode";

    /** BDR by its name, pgEdge by that of its extension: each lets several servers take writes, and the last one wins. */
    private static final Query SEVERAL_WRITERS =
            new Query("SELECT extname FROM pg_extension WHERE extname IN ('bdr', 'spock')");

    private static final Query BACKEND = new Query("SELECT pg_backend_pid()");

    /** A row's place (ctid) is unique within one relation; a table with parts or children is several. */
    private static final Query KIND = new Query("""
            SELECT c.relkind, c.relpersistence,
                   EXISTS (SELECT 1 FROM pg_inherits i WHERE i.inhparent = c.oid OR i.inhrelid = c.oid) AS inherits
            FROM pg_class c
            WHERE c.oid = to_regclass(?)""");

    private static final Query TRIGGERS = new Query("""
            SELECT tgname FROM pg_trigger
            WHERE tgrelid = to_regclass(?) AND NOT tgisinternal AND tgenabled <> 'D'
            UNION ALL
            SELECT rulename FROM pg_rewrite
            WHERE ev_class = to_regclass(?) AND rulename <> '_RETURN' AND ev_enabled <> 'D'
            ORDER BY 1""");

    private static final Query ROW_SECURITY = new Query("SELECT row_security_active(to_regclass(?))");

    /** Logical subscribers are no standbys. To those who may not see it, the state is null. */
    private static final Query STANDBYS = new Query("""
            SELECT count(*)
            FROM pg_stat_replication r LEFT JOIN pg_replication_slots s ON s.active_pid = r.pid
            WHERE coalesce(r.state, 'streaming') = 'streaming' AND coalesce(s.slot_type, 'physical') = 'physical'""");

    private static final String PLAIN_TABLE =
            "give Rowlock a plain table, made by the statements that LockSchema prints";

    private final TableDescription table;
    private final TableExamination tableExamination;

    PostgreSqlExamination(TableDescription table, Template template) {
        this.table = table;
        tableExamination = new TableExamination(table, template);
    }

    List<Finding> examine(Connection connection) throws SQLException {
        Examination examination = new Examination(connection);
        PostgreSqlSettings settings = PostgreSqlSettings.read(connection);
        pooler(examination, settings);
        writable(examination, settings);
        severalWriters(examination);
        for (Kind kind : examination.ask(KIND, this::bind, Kind::read)) {
            kind(examination, kind);
        }
        tableExamination.examine(examination);
        durability(examination, settings);
        standbys(examination, settings);
        encoding(examination, settings);
        vanishedClients(examination, settings);
        examination.triggers(table, examination.ask(TRIGGERS, this::bindTwice, row -> row.getString(1)));
        rowSecurity(examination);
        return examination.findings();
    }

    private static void writable(Examination examination, PostgreSqlSettings settings) {
        examination.impossible(
                settings.inRecovery(), "S1", "this PostgreSQL is a read-only standby", "connect to the primary");
        examination.impossible(
                !settings.inRecovery() && settings.readOnly(),
                "S1",
                "transactions of this user or database are read-only (default_transaction_read_only = on)",
                "switch that off for Rowlock's user, or connect to the primary");
    }

    private static void severalWriters(Examination examination) throws SQLException {
        for (String extension : examination.ask(SEVERAL_WRITERS, Query.NOTHING, row -> row.getString(1))) {
            examination.impossible(
                    true,
                    "S1",
                    "this database has the extension " + extension
                            + " (BDR, pgEdge), by which several servers take writes and"
                            + " the last one wins, so each of them can grant the same lock",
                    "keep the lock table in a database with one primary");
        }
    }

    private void kind(Examination examination, Kind kind) {
        String name = "table " + table.name();
        examination.impossible(
                !kind.isTable() && !kind.isPartitioned(),
                "S1",
                name + " is a view or a foreign table, which PostgreSQL cannot lock row by row",
                PLAIN_TABLE);
        examination.impossible(
                kind.isPartitioned(),
                "S1",
                name + " is partitioned, and Rowlock's statements find rows by their place, which is unique only within"
                        + " a partition, so taking one lock would overwrite another",
                PLAIN_TABLE);
        examination.impossible(
                kind.isTable() && kind.inherits,
                "S1",
                name
                        + " has children or a parent (INHERITS, or it is a partition), and Rowlock's statements find rows by"
                        + " their place, which is unique only within one table, so taking one lock could overwrite another",
                "ALTER TABLE ... NO INHERIT (or DETACH PARTITION), or: " + PLAIN_TABLE);
        examination.impossible(
                kind.isTable() && kind.persistence.equals("t"),
                "S1",
                name + " is temporary, so every connection has its own",
                "drop it, or name another table");
        examination.warning(
                kind.isTable() && kind.persistence.equals("u"),
                "S1, S3",
                name
                        + " is UNLOGGED: it is empty after a crash or a failover, and locks that are held are granted again",
                "ALTER TABLE " + table.name() + " SET LOGGED");
    }

    private static void durability(Examination examination, PostgreSqlSettings settings) {
        examination.warning(
                settings.fsync().equals("off"),
                "S1, S3",
                "fsync is off, so a crash of the server's machine can lose grants, or the database",
                "set fsync = on");
        examination.warning(
                settings.fullPageWrites().equals("off"),
                "S1, S3",
                "full_page_writes is off, so a crash in the middle of a page can spoil the lock table",
                "set full_page_writes = on, unless the file system is known to write pages whole");
        examination.warning(
                settings.synchronousCommit().equals("off"),
                "S1, S3",
                "synchronous_commit is off, so a crash forgets the grants of the last moments, which others then get too",
                "set synchronous_commit = on for Rowlock's user: ALTER ROLE ... SET synchronous_commit = on");
    }

    private static void standbys(Examination examination, PostgreSqlSettings settings) throws SQLException {
        long attached = examination.ask(STANDBYS, Query.NOTHING, row -> row.getLong(1)).stream()
                .findFirst()
                .orElse(0L);
        examination.warning(
                attached > 0 && settings.standbyNames().isBlank(),
                "S1, S3",
                "standbys are attached (" + attached + "), and commits wait for none of them"
                        + " (synchronous_standby_names is empty), so a failover can forget grants",
                "name a synchronous standby, or after a failover let one lease pass before anyone takes a lock");
        examination.warning(
                !settings.standbyNames().isBlank() && LOCAL_COMMITS.contains(settings.synchronousCommit()),
                "S1, S3",
                "there are synchronous standbys, but synchronous_commit = " + settings.synchronousCommit()
                        + " waits for none of them, so a failover can forget grants",
                "set synchronous_commit = on for Rowlock's user: ALTER ROLE ... SET synchronous_commit = on");
    }

    private static void encoding(Examination examination, PostgreSqlSettings settings) {
        examination.warning(
                !settings.encoding().equals("UTF8"),
                "S9",
                "the database's encoding is " + settings.encoding()
                        + ", so locks and owners whose names it cannot hold are rejected",
                "keep the lock table in a database with encoding UTF8, or names in ASCII");
    }

    /** A pooler that lends a server session for a transaction at a time shows another one now and then. */
    private static void pooler(Examination examination, PostgreSqlSettings settings) throws SQLException {
        int pid = BACKEND.one(examination.connection(), Query.NOTHING, row -> row.getInt(1));
        examination.warning(
                pid != settings.pid(),
                "S10, L6",
                "two statements of one connection reached two server sessions (" + settings.pid() + ", " + pid
                        + "), as behind a pooler in transaction mode: settings of a session stay with others, and what is"
                        + " bound to a connection is lost",
                REMEDY);
        Connection driver = PgSession.driverConnection(examination.connection());
        examination.warning(
                driver == null,
                "S8",
                "the data source does not give out the connections of PostgreSQL's own driver (Connection.unwrap), so"
                        + " Rowlock cannot keep the driver from naming statements, which a pooler could mistake for one"
                        + " another",
                "use PostgreSQL's own driver, in a pool whose connections can be unwrapped");
        examination.impossible(
                driver != null && PgDriver.of(driver).prepareThreshold(driver) < 0,
                "S8",
                "the driver is told to name every statement and to answer in binary (prepareThreshold=-1), and then cannot"
                        + " send several statements at once, as Rowlock does",
                "leave prepareThreshold out of the driver's settings, or make it 0 or more");
        examination.warning(
                driver != null && pid == settings.pid() && PgDriver.of(driver).backendPid(driver) != pid,
                "S10, L6",
                "a pooler stands between Rowlock and the server. Statements are sent without names, which costs time; if it"
                        + " shares sessions (transaction mode), settings of a session stay with others, and waiters are not"
                        + " notified",
                REMEDY);
    }

    /** Through a local socket there is no interval, and the server notices at once. */
    private static void vanishedClients(Examination examination, PostgreSqlSettings settings) {
        examination.warning(
                settings.patient(),
                "L1",
                "a client machine that vanishes within a guarded transaction (power, network) keeps its lock until the server"
                        + " notices, which takes hours: idle_in_transaction_session_timeout is 0, and tcp_keepalives_idle is"
                        + " more than an hour",
                "set tcp_keepalives_idle, tcp_keepalives_interval and tcp_keepalives_count so that they make a minute or so,"
                        + " or idle_in_transaction_session_timeout above the longest pause of a transaction");
    }

    private void rowSecurity(Examination examination) throws SQLException {
        boolean active = examination
                .ask(ROW_SECURITY, this::bind, row -> row.getBoolean(1))
                .contains(true);
        examination.warning(
                active,
                "L1",
                "row level security on table " + table.name() + " hides rows from this user, so locks may seem busy for"
                        + " ever",
                "switch it off for this table, or let this user pass it");
    }

    private void bind(PreparedStatement statement) throws SQLException {
        statement.setString(1, table.name().text());
    }

    private void bindTwice(PreparedStatement statement) throws SQLException {
        bind(statement);
        statement.setString(2, table.name().text());
    }

    /** The kind and the persistence of a relation, one letter each as the catalogue has them, and whether it is one of several. */
    private record Kind(String relation, String persistence, boolean inherits) {

        static Kind read(ResultSet row) throws SQLException {
            return new Kind(row.getString(1), row.getString(2), row.getBoolean(3));
        }

        boolean isTable() {
            return relation.equals("r");
        }

        boolean isPartitioned() {
            return relation.equals("p");
        }
    }
}
