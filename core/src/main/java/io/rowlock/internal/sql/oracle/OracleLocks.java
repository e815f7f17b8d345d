package io.rowlock.internal.sql.oracle;

import io.rowlock.LockKey;
import io.rowlock.internal.sql.NativeLocks;
import io.rowlock.internal.sql.shared.LockNumbers;
import io.rowlock.internal.sql.statement.Procedure;
import io.rowlock.internal.sql.statement.Query;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;

/**
 * Oracle's user locks: {@code DBMS_LOCK}, by number. Written from its manual, not run on the real engine.
 *
 * <p>The number is ours, because {@code ALLOCATE_UNIQUE} commits. The user needs EXECUTE on {@code DBMS_LOCK}. The views
 * that show holders are closed to most users, so a holder is found out by trying. Silent sessions are ended by the profile's IDLE_TIME, which is
 * not a session's to set.
 */
public final class OracleLocks implements NativeLocks {

    /** User locks have 30 bits. */
    public static final long NUMBERS = 0x3fff_ffffL;

    private static final int DONE = 0;
    private static final int TIMED_OUT = 1;
    private static final int OWN = 4;

    private static final Query SESSION =
            new Query("SELECT SYS_CONTEXT('USERENV', 'INSTANCE'), SYS_CONTEXT('USERENV', 'SID') FROM DUAL");

    /** In mode 6, exclusive. */
    private static final Procedure REQUEST = new Procedure(
            "BEGIN ? := DBMS_LOCK.REQUEST(id => ?, lockmode => 6, timeout => 0, release_on_commit => FALSE); END;");

    private static final Procedure RELEASE = new Procedure("BEGIN ? := DBMS_LOCK.RELEASE(id => ?); END;");

    private final LockNumbers numbers;

    public OracleLocks(LockNumbers numbers) {
        this.numbers = numbers;
    }

    @Override
    public String session(Connection connection) throws SQLException {
        return SESSION.one(
                connection, Query.NOTHING, row -> "session " + row.getString(2) + " of instance " + row.getString(1));
    }

    @Override
    public boolean tryLock(Connection connection, LockKey key) throws SQLException {
        int answer = request(connection, key);
        if (answer != DONE && answer != TIMED_OUT) {
            throw new SQLException("DBMS_LOCK.REQUEST for lock '" + key + "' answered " + answer);
        }
        return answer == DONE;
    }

    private int request(Connection connection, LockKey key) throws SQLException {
        long number = numbers.of(connection, key);
        return REQUEST.call(connection, statement -> statement.setLong(2, number));
    }

    @Override
    public boolean unlock(Connection connection, LockKey key) throws SQLException {
        long number = numbers.of(connection, key);
        return RELEASE.call(connection, statement -> statement.setLong(2, number)) == DONE;
    }

    @Override
    public void unlockAll(Connection connection, Set<LockKey> known) throws SQLException {
        for (LockKey key : known) {
            unlock(connection, key);
        }
    }

    @Override
    public Optional<String> holder(Connection connection, LockKey key) throws SQLException {
        int answer = request(connection, key);
        if (answer == DONE) {
            unlock(connection, key);
            return Optional.empty();
        }
        return Optional.of(answer == OWN ? session(connection) : "another session");
    }
}
