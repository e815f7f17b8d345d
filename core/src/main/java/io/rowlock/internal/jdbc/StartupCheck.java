package io.rowlock.internal.jdbc;

import io.rowlock.Database;
import io.rowlock.Finding;
import io.rowlock.Finding.Severity;
import io.rowlock.LockSetupException;
import io.rowlock.TableName;
import io.rowlock.internal.database.Detection;
import io.rowlock.internal.database.Dialects;
import io.rowlock.internal.jdbc.connection.BorrowedConnection;
import io.rowlock.internal.jdbc.connection.ConnectionExamination;
import io.rowlock.internal.sql.Dialect;
import io.rowlock.internal.sql.check.LockTableColumns;
import io.rowlock.internal.sql.check.Privileges;
import io.rowlock.internal.sql.check.TableAccess;
import io.rowlock.internal.sql.check.TableDescription;
import io.rowlock.internal.store.StoreException.Kind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes sure, before anything is promised, that the database can keep the promises.
 *
 * <ol>
 *   <li>Which database is it, and is it new enough?
 *   <li>In which schema is the lock table, or would it be? From here on it is named with its schema.
 *   <li>Is the lock table there? Create it if it is not, unless told not to.
 *   <li>Does it have the columns and the key that the statements rely on?
 *   <li>May the user read, insert and update? Statements that match nothing find out.
 *   <li>Does the examination find anything impossible: a replica, another protocol, a loose collation? It is asked
 *       before the key or a privilege is blamed, too, because a view has no key and a replica takes no writes. A
 *       warning is logged once.
 *   <li>Do the statements run, against a grant that does not exist?
 * </ol>
 */
final class StartupCheck {
    private static final Logger LOG = LoggerFactory.getLogger(StartupCheck.class);
    private static final int ATTEMPTS = 5;

    /** The first names every column the statements use; the others match nothing, and need the right to write all the same. */
    private static final String READ = LockTableColumns.query();

    private static final String INSERT =
            "INSERT INTO %1$s (name, slot, token) SELECT name, slot, token FROM %1$s WHERE 1 = 0";
    private static final String UPDATE = "UPDATE %s SET token = token WHERE 1 = 0";

    private final BorrowedConnection borrowed;
    private final Connection connection;
    private final TableName table;
    private final TableName located;
    private final Database database;
    private final Dialect dialect;
    private final Privileges privileges;
    private final TableAccess access;

    private StartupCheck(BorrowedConnection borrowed, TableName table) throws SQLException {
        this.borrowed = borrowed;
        connection = borrowed.connection();
        this.table = table;
        database = Detection.detect(connection);
        located = Dialects.located(connection, database, table);
        dialect = Dialects.of(database, located);
        privileges = Privileges.onLockTable(connection, new TableDescription(database, located));
        access = new TableAccess(privileges, table, located, script(), "table(\"…\")");
    }

    /** Checks everything and returns the dialect to use. */
    static Dialect of(BorrowedConnection borrowed, TableName table, boolean create) throws SQLException {
        StartupCheck check = new StartupCheck(borrowed, table);
        check.table(create);
        check.columns();
        check.primaryKey();
        check.writes();
        check.examination();
        check.dryRun();
        LOG.info("locks are kept in table {} on {}", check.located, check.database);
        return check.dialect.fitting(check.connection);
    }

    private void table(boolean create) throws SQLException {
        rejectIf(access.unlocated(), null);
        Optional<SQLException> missing = attempt(READ);
        if (missing.isPresent()) {
            rejectAnotherForm();
            rejectIf(access.denied(missing.get()), missing.get());
            rejectIf(access.withoutSchema(missing.get()), missing.get());
        }
        if (create && (missing.isPresent() || !isMarked())) {
            create();
        } else if (missing.isPresent()) {
            throw rejected(
                    "table " + table + " is not there, and creating it is switched off; create it with " + script(),
                    missing.get());
        }
    }

    /** A table that is there and lacks columns is not created, and the missing columns are named. */
    private void rejectAnotherForm() throws SQLException {
        List<String> columns;
        try {
            columns = LockTableColumns.of(connection, new TableDescription(database, located));
        } catch (SQLException unreadable) {
            if (dialect.classify(unreadable) == Kind.UNKNOWN) {
                throw unreadable;
            }
            LOG.debug("table {} cannot be read, so its columns are unknown", table, unreadable);
            return;
        }
        LockTableColumns.advice(new TableDescription(database, table), columns).ifPresent(advice -> {
            throw rejected(advice, null);
        });
    }

    private static void rejectIf(Optional<String> found, @Nullable SQLException failure) {
        found.ifPresent(message -> {
            throw rejected(message, failure);
        });
    }

    private String script() {
        return "the statements that LockSchema.script(Database." + database + ", \"" + table + "\") prints";
    }

    /** Whether the protocol row is there: another may be between creating the table and marking it, or have died there. */
    private boolean isMarked() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT 1 FROM %s WHERE name = 'rowlock' AND slot = -1".formatted(located))) {
            return rows.next();
        }
    }

    /** Several processes may create the table at once; the losers of that race find it there. */
    private void create() throws SQLException {
        for (int attempt = 1; ; attempt++) {
            try {
                runAll(dialect.createStatements());
                Dialects.statusView(database, located).ifPresent(this::runIfPermitted);
                return;
            } catch (SQLException failure) {
                if (attempt(READ).isEmpty() && isMarked()) {
                    return;
                }
                if (attempt == ATTEMPTS) {
                    throw cannotCreate(failure);
                }
            }
        }
    }

    private LockSetupException cannotCreate(SQLException failure) throws SQLException {
        rejectIf(access.withoutSchema(failure), failure);
        if (privileges.isDenied(failure)) {
            return rejected(
                    "table " + table + " is not there, and user " + privileges.user()
                            + " may not create it; have an administrator run: " + privileges.grantOfCreate() + "; or "
                            + script(),
                    failure);
        }
        return rejected(
                "table " + table + " is missing or has another form, and cannot be created: " + failure.getMessage()
                        + "; create it, with a user that may, by " + script(),
                failure);
    }

    private void runAll(List<String> statements) throws SQLException {
        for (String sql : statements) {
            run(sql);
        }
    }

    /** Locks work without the status view, so a missing privilege must not keep them from starting. */
    private void runIfPermitted(String sql) {
        try {
            run(sql);
        } catch (SQLException rejected) {
            LOG.debug("the status view of table {} was not created; locks work without it", table, rejected);
        }
    }

    private void columns() throws SQLException {
        Optional<SQLException> wrong = attempt(READ);
        if (wrong.isPresent()) {
            rejectAnotherForm();
            throw rejected(
                    "table " + table + " lacks what Rowlock needs: "
                            + wrong.get().getMessage()
                            + "; use another table name, or create it again with the statements that LockSchema prints",
                    wrong.get());
        }
    }

    private void primaryKey() throws SQLException {
        Set<String> key = new TreeSet<>(dialect.primaryKey(connection));
        if (!key.equals(Set.of("name", "slot"))) {
            rejectImpossible(examine());
            throw rejected(
                    "table " + table + " has the primary key " + key
                            + " where Rowlock needs [name, slot], without which"
                            + " two could hold one lock; create it with the statements that LockSchema prints",
                    null);
        }
    }

    private void writes() throws SQLException {
        for (String write : List.of(INSERT, UPDATE)) {
            Optional<SQLException> rejected = attempt(write);
            if (rejected.isPresent()) {
                rejectImpossible(examineIfAllowed());
                rejectIf(access.denied(rejected.get()), rejected.get());
                throw rejected(
                        "table " + table + " cannot be written: "
                                + rejected.get().getMessage()
                                + "; connect to the primary, not read-only, with a user granted SELECT, INSERT and UPDATE"
                                + " on it",
                        rejected.get());
            }
        }
    }

    private void examination() throws SQLException {
        List<Finding> findings = examine();
        rejectImpossible(findings);
        findings.forEach(finding -> LOG.warn("lock table {} on {}: {}", table, database, finding));
    }

    private List<Finding> examine() throws SQLException {
        return ConnectionExamination.examine(borrowed, dialect);
    }

    private List<Finding> examineIfAllowed() {
        try {
            return examine();
        } catch (SQLException failure) {
            LOG.debug("the examination of table {}, which cannot be written, failed", table, failure);
            return List.of();
        }
    }

    private static void rejectImpossible(List<Finding> findings) {
        findings.stream()
                .filter(finding -> finding.severity() == Severity.IMPOSSIBLE)
                .findFirst()
                .ifPresent(finding -> {
                    throw rejected(finding.advice(), null);
                });
    }

    private void dryRun() {
        try {
            new DryRun(dialect, connection).run();
        } catch (SQLException failure) {
            throw rejected(
                    "table " + table + " is as it should be, but a statement that Rowlock needs failed on it: "
                            + failure.getMessage() + "; change the setting that stands in its way",
                    failure);
        }
    }

    /** Runs a statement that should run: empty if it did, else the failure. A connection that broke proves nothing. */
    private Optional<SQLException> attempt(String template) throws SQLException {
        try {
            run(template.formatted(located));
            return Optional.empty();
        } catch (SQLException failure) {
            if (dialect.classify(failure) == Kind.UNKNOWN) {
                throw failure;
            }
            return Optional.of(failure);
        }
    }

    private void run(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static LockSetupException rejected(String message, @Nullable Throwable cause) {
        return new LockSetupException(message, cause);
    }
}
