package io.rowlock.internal.sql.sqlserver;

import io.rowlock.LockKey;
import io.rowlock.internal.sql.NativeLocks;
import io.rowlock.internal.sql.shared.LockNumbers;
import io.rowlock.internal.sql.shared.ServerNames;
import io.rowlock.internal.sql.statement.Procedure;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.sql.statement.Template;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * SQL Server's application locks of a session: {@code sp_getapplock}, by names of one database. Written from its manual, not
 * run on the real engine.
 *
 * <p>It cuts names off after 255 characters, so what a lock is called there is said by {@link ServerNames}. It has no limit for
 * the silence of a session; TCP's keep-alive, half a minute by default, notices a machine that vanished.
 */
public final class SqlServerLocks implements NativeLocks {
    private static final int GRANTED = 0;
    private static final int TIMED_OUT = -1;
    private static final int LONGEST = 255;

    private static final Query SESSION = new Query("SELECT @@SPID");
    private static final Procedure GET = new Procedure("{? = call sp_getapplock(?, 'Exclusive', 'Session', 0)}");
    private static final Procedure RELEASE = new Procedure("{? = call sp_releaseapplock(?, 'Session')}");
    private static final Query HELD_HERE = new Query("SELECT APPLOCK_MODE('public', ?, 'Session')");
    private static final Query GRANTABLE = new Query("SELECT APPLOCK_TEST('public', ?, 'Exclusive', 'Session')");

    private final Template template;
    private final LockNumbers numbers;
    private final ServerNames names;

    public SqlServerLocks(Template template, LockNumbers numbers, boolean shared) {
        this.template = template;
        this.numbers = numbers;
        names = new ServerNames(
                template, numbers, shared ? Optional.of(SqlServerLocks::requireValid) : Optional.empty());
    }

    private static void requireValid(Connection connection, String name) throws SQLException {
        if (name.length() > LONGEST) {
            throw new SQLException(
                    "it has " + name.length() + " characters, and sp_getapplock cuts off what follows the " + LONGEST
                            + "th",
                    "42000");
        }
    }

    @Override
    public NativeLocks sharingNames() {
        return new SqlServerLocks(template, numbers, true);
    }

    @Override
    public String session(Connection connection) throws SQLException {
        return SESSION.one(connection, Query.NOTHING, row -> "session " + row.getInt(1));
    }

    @Override
    public void prepare(Connection connection, LockKey key) throws SQLException {
        names.of(connection, key);
    }

    @Override
    public boolean tryLock(Connection connection, LockKey key) throws SQLException {
        List<String> got = new ArrayList<>();
        for (String name : names.of(connection, key)) {
            int answer = call(connection, GET, name);
            if (answer < TIMED_OUT) {
                throw new SQLException("sp_getapplock for lock '" + key + "' answered " + answer);
            }
            if (answer < GRANTED) {
                unlock(connection, got);
                return false;
            }
            got.add(name);
        }
        return true;
    }

    @Override
    public boolean unlock(Connection connection, LockKey key) throws SQLException {
        return unlock(connection, names.of(connection, key));
    }

    private static boolean unlock(Connection connection, List<String> all) throws SQLException {
        boolean released = true;
        for (String name : all) {
            released &= call(connection, RELEASE, name) == GRANTED;
        }
        return released;
    }

    private static int call(Connection connection, Procedure procedure, String name) throws SQLException {
        return procedure.call(connection, statement -> statement.setString(2, name));
    }

    @Override
    public void unlockAll(Connection connection, Set<LockKey> known) throws SQLException {
        for (LockKey key : known) {
            unlock(connection, key);
        }
    }

    @Override
    public Optional<String> holder(Connection connection, LockKey key) throws SQLException {
        for (String name : names.of(connection, key)) {
            Query.Binder binder = statement -> statement.setString(1, name);
            if (!HELD_HERE.one(connection, binder, row -> row.getString(1)).equals("NoLock")) {
                return Optional.of(session(connection));
            }
            if (!GRANTABLE.one(connection, binder, row -> row.getBoolean(1))) {
                return Optional.of("another session");
            }
        }
        return Optional.empty();
    }
}
