package io.rowlock.internal.sql.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Database;
import io.rowlock.LockKey;
import io.rowlock.LockSchema;
import io.rowlock.Revocation;
import io.rowlock.TableName;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.LockRow;
import io.rowlock.internal.time.Terms;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Oracle's statements, on H2's imitation of Oracle. This shows that they are SQL, bind what they say, and mean what they
 * should on a database with row locks; not that Oracle runs them. The block around CREATE TABLE is PL/SQL, which H2 does
 * not have: the definition inside it is run instead.
 */
class OracleDialectNotRunOnTheRealEngineTest {
    private static final TableName TABLE = TableName.of("rowlock");
    private static final LockKey KEY = LockKey.of("stock");
    private static final Terms MINUTE = new Terms(Duration.ofMinutes(1), Duration.ofSeconds(1));
    private static final Terms GONE = new Terms(Duration.ofNanos(1_000), Duration.ofNanos(1_000));

    /** H2's EXTRACT gives whole seconds, so that Oracle's clock would stand still for most of a test. */
    private static final String H2_CLOCK = "CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS BIGINT)";

    private final OracleDialect dialect = new OracleDialect(TABLE, H2_CLOCK);
    private Connection mine;
    private Connection others;

    @BeforeEach
    void open() throws SQLException {
        mine = DriverManager.getConnection("jdbc:h2:mem:oracle;MODE=Oracle");
        others = DriverManager.getConnection("jdbc:h2:mem:oracle;MODE=Oracle");
        try (Statement statement = mine.createStatement()) {
            statement.execute(
                    "CREATE ALIAS SYS_EXTRACT_UTC FOR '" + OracleFunctions.class.getName() + ".sysExtractUtc'");
            statement.execute(OracleDialect.CREATE_TABLE.replace("{table}", TABLE.text()));
            statement.execute(OracleDialect.CREATE_PROTOCOL_ROW.replace("{table}", TABLE.text()));
            statement.execute(OracleDialect.CREATE_PROTOCOL_ROW.replace("{table}", TABLE.text()));
        }
    }

    @AfterEach
    void close() throws SQLException {
        others.close();
        mine.close();
    }

    /** Functions that H2 lacks. Public, because H2 calls them. */
    public static final class OracleFunctions {
        private OracleFunctions() {}

        public static LocalDateTime sysExtractUtc(OffsetDateTime time) {
            return time.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime();
        }
    }

    @Test
    void itsClockIsTheTimeInMicrosecondsWhateverTheZone() throws SQLException {
        OracleDialect dialect = new OracleDialect(TABLE);
        long utc = dialect.plain().now(mine);
        assertThat(this.dialect.plain().now(mine) - utc)
                .as("behind H2's own clock, and the rest of the second")
                .isBetween(0L, Duration.ofMinutes(1).toNanos() / 1_000);
        try (Statement statement = mine.createStatement()) {
            statement.execute("SET TIME ZONE 'Asia/Kathmandu'");
        }
        long elsewhere = dialect.plain().now(mine);
        assertThat(elsewhere).isBetween(utc, utc + Duration.ofMinutes(1).toNanos() / 1_000);
    }

    @Test
    void aFreeLockIsGrantedAndOthersAreRejected() throws SQLException {
        long token = granted(claim("one", MINUTE));
        assertThat(granted(claim("one", MINUTE))).as("the same claim again").isEqualTo(token);
        AcquireResult.Busy busy = (AcquireResult.Busy) acquire(others, claim("two", MINUTE));
        assertThat(busy.row().orElseThrow().requestId()).isEqualTo("one");
        assertThat(row().owner()).isEqualTo("somebody");
    }

    @Test
    void anEmptyOwnerIsReadAsEmpty() throws SQLException {
        acquire(mine, new Claim(KEY, "one", MINUTE, Duration.ZERO, "", Long.MAX_VALUE));
        assertThat(row().owner()).isEmpty();
    }

    @Test
    void aReleasedOrExpiredLockIsGrantedAgainWithALaterToken() throws SQLException {
        long first = granted(claim("one", MINUTE));
        assertThat(dialect.leases().release(mine, List.of(new Grant(KEY, first, "one"))))
                .containsExactly(GrantOutcome.DONE);
        assertThat(dialect.leases().release(mine, List.of(new Grant(KEY, first, "one"))))
                .as("repeated")
                .containsExactly(GrantOutcome.DONE);
        assertThat(acquire(mine, claim("one", MINUTE))).as("a late duplicate").isInstanceOf(AcquireResult.Busy.class);
        long second = granted(claim("two", GONE));
        long third = granted(claim("three", MINUTE));
        assertThat(List.of(first, second, third)).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void nothingIsGrantedTooLateOrWhileKept() throws SQLException {
        Claim late = new Claim(KEY, "late", MINUTE, Duration.ZERO, "", 1);
        assertThat(acquire(mine, late)).isInstanceOf(AcquireResult.Busy.class);
        Claim kept = new Claim(KEY, "kept", MINUTE, Duration.ofMinutes(1), "", Long.MAX_VALUE);
        Grant grant = new Grant(KEY, granted(kept), "kept");
        assertThat(acquire(mine, late)).isInstanceOf(AcquireResult.Busy.class);
        dialect.leases().release(mine, List.of(grant));
        assertThat(acquire(mine, claim("next", MINUTE))).isInstanceOf(AcquireResult.Busy.class);
        dialect.leases().release(mine, List.of(new Grant(KEY, Grant.UNKNOWN_TOKEN, "kept")));
    }

    @Test
    void onlyTheOwnGrantIsRenewedExtendedAndReleased() throws SQLException {
        Grant grant = new Grant(KEY, granted(claim("one", MINUTE)), "one");
        Grant strangers = new Grant(KEY, grant.token(), "two");
        assertThat(dialect.leases().renew(mine, List.of(grant, strangers)))
                .containsExactly(GrantOutcome.DONE, GrantOutcome.NOT_OWNER);
        assertThat(dialect.singleGrants().extend(mine, strangers, MINUTE)).isEqualTo(GrantOutcome.NOT_OWNER);
        long before = row().times().expires();
        assertThat(dialect.singleGrants().extend(mine, grant, new Terms(Duration.ofHours(1), Duration.ZERO)))
                .isEqualTo(GrantOutcome.DONE);
        assertThat(row().times().expires()).isGreaterThan(before);
        assertThat(dialect.leases().release(mine, List.of(strangers))).containsExactly(GrantOutcome.NOT_OWNER);
        assertThat(dialect.plain().check(mine, grant)).isTrue();
    }

    @Test
    void onlyTheOwnGrantIsRenewedForLongerAndReleasedToBeKept() throws SQLException {
        Grant grant = new Grant(KEY, granted(claim("one", MINUTE)), "one").keptFor(Duration.ofMinutes(1));
        Grant strangers = new Grant(KEY, grant.token(), "two").keptFor(Duration.ofMinutes(1));
        Duration longer = Duration.ofHours(1);
        long before = row().times().expires();
        assertThat(dialect.singleGrants().renew(mine, strangers, longer)).isEqualTo(GrantOutcome.NOT_OWNER);
        assertThat(dialect.singleGrants().renew(mine, grant, longer)).isEqualTo(GrantOutcome.DONE);
        assertThat(row().times().expires()).isGreaterThan(before + 3_000_000_000L);

        others.setAutoCommit(false);
        assertThat(dialect.guard(others, grant)).isTrue();
        assertThat(dialect.singleGrants().renew(mine, grant, longer)).isEqualTo(GrantOutcome.ROW_LOCKED);
        assertThat(dialect.release(mine, List.of(grant))).containsExactly(GrantOutcome.ROW_LOCKED);
        others.commit();
        assertThat(dialect.release(mine, List.of(strangers, grant, grant)))
                .containsExactly(GrantOutcome.NOT_OWNER, GrantOutcome.DONE, GrantOutcome.DONE);
        assertThat(acquire(mine, claim("two", MINUTE))).isInstanceOf(AcquireResult.Busy.class);
        assertThat(dialect.revoke(mine, KEY, grant.token(), true)).isInstanceOf(Revocation.Revoked.class);
    }

    @Test
    void aGuardStopsGrantsAndNobodyWaitsForIt() throws SQLException {
        Grant grant = new Grant(KEY, granted(claim("one", GONE)), "one");
        others.setAutoCommit(false);
        assertThat(dialect.guard(others, grant)).isTrue();
        assertThat(dialect.guard(others, new Grant(KEY, grant.token(), "two"))).isFalse();
        assertThat(acquire(mine, claim("two", MINUTE))).isInstanceOf(AcquireResult.Busy.class);
        assertThat(dialect.leases().release(mine, List.of(grant))).containsExactly(GrantOutcome.ROW_LOCKED);
        assertThat(dialect.revoke(mine, KEY, grant.token(), true)).isEqualTo(Revocation.rowLocked());
        others.commit();
        assertThat(granted(claim("two", MINUTE))).isGreaterThan(grant.token());
        assertThat(dialect.guard(others, grant)).as("stale").isFalse();
        others.rollback();
    }

    @Test
    void aRevokedGrantEndsAtItsExpiryOrNow() throws SQLException {
        Grant grant = new Grant(KEY, granted(claim("one", MINUTE)), "one");
        assertThat(dialect.revoke(mine, KEY, grant.token(), false)).isInstanceOf(Revocation.Revoked.class);
        assertThat(dialect.leases().renew(mine, List.of(grant))).containsExactly(GrantOutcome.NOT_OWNER);
        assertThat(acquire(mine, claim("two", MINUTE))).isInstanceOf(AcquireResult.Busy.class);
        assertThat(dialect.revoke(mine, KEY, grant.token(), true)).isInstanceOf(Revocation.Revoked.class);
        assertThat(granted(claim("two", MINUTE))).isGreaterThan(grant.token());
        assertThat(dialect.revoke(mine, KEY, grant.token(), true)).isEqualTo(Revocation.notHeld());
    }

    @Test
    void purgeDeletesWhatIsOldAndFree() throws SQLException {
        granted(claim("one", GONE));
        assertThat(dialect.purge(mine, Duration.ofDays(1))).isZero();
        try (Statement statement = mine.createStatement()) {
            statement.execute("UPDATE rowlock SET token = 1, expires_us = 1 WHERE slot >= 0");
        }
        assertThat(dialect.purge(mine, Duration.ofDays(1))).isOne();
        assertThat(dialect.plain().find(mine, KEY).rows()).isEmpty();
        assertThat(dialect.plain().identity(mine)).isEmpty();
    }

    @Test
    void theConnectionStaysInAutocommitAlsoAfterAFailure() throws SQLException {
        OracleDialect nowhere = new OracleDialect(TableName.of("not_there"));
        try {
            nowhere.leases().renew(mine, List.of(new Grant(KEY, 1, "one")));
        } catch (SQLException expected) {
            assertThat(mine.getAutoCommit()).isTrue();
            return;
        }
        throw new AssertionError("a table that is not there was renewed in");
    }

    @Test
    void theScriptEndsItsBlocksAsSqlPlusWishes() {
        assertThat(LockSchema.script(Database.ORACLE, "locks_of_mine"))
                .contains("EXECUTE IMMEDIATE 'CREATE TABLE locks_of_mine", "END;\n/\n");
    }

    private LockRow row() throws SQLException {
        return dialect.plain().find(mine, KEY).rows().get(0);
    }

    private long granted(Claim claim) throws SQLException {
        return ((AcquireResult.Granted) acquire(mine, claim)).token();
    }

    private AcquireResult acquire(Connection connection, Claim claim) throws SQLException {
        return dialect.leases().acquire(connection, List.of(claim)).get(0);
    }

    private static Claim claim(String requestId, Terms terms) {
        return new Claim(KEY, requestId, terms, Duration.ZERO, "somebody", Long.MAX_VALUE);
    }
}
