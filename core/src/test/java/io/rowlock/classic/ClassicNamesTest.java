package io.rowlock.classic;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.LockException;
import java.time.Duration;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that no table can hold faithfully are rejected before the database is asked, which has no lock table here. */
class ClassicNamesTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final DataSource empty = withoutTables();

    private static DataSource withoutTables() {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:");
        return source;
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", " report", "report ", "re\nport"})
    void aNameThatIsEmptyHasBlankEdgesOrControlCharactersIsRejected(String name) {
        try (DistLock dist = new DistLock(empty);
                PessimisticLock pessimistic = new PessimisticLock(empty, "node-1");
                TableLockManager manager = new TableLockManager(empty)) {
            assertThatIllegalArgumentException().isThrownBy(() -> dist.tryLock(name, "owner", MINUTE));
            assertThatIllegalArgumentException().isThrownBy(() -> pessimistic.doLock(definition(name)));
            assertThatIllegalArgumentException().isThrownBy(() -> manager.tryLock(name, "1"));
        }
    }

    @Test
    void aNameLongerThanItsColumnIsRejected() {
        try (DistLock dist = new DistLock(empty);
                PessimisticLock pessimistic = new PessimisticLock(empty, "node-1");
                TableLockManager manager = new TableLockManager(empty)) {
            assertThatIllegalArgumentException().isThrownBy(() -> dist.tryLock("x".repeat(101), "owner", MINUTE));
            assertThatIllegalArgumentException().isThrownBy(() -> pessimistic.doLock(definition("x".repeat(65))));
            assertThatIllegalArgumentException().isThrownBy(() -> manager.tryLock("Order", "x".repeat(195)));
            assertThatThrownBy(() -> manager.tryLock("Order", "x".repeat(194))).isInstanceOf(LockException.class);
        }
    }

    @Test
    void anIdMayHaveBlanksOnlyBeforeItsEnd() {
        try (TableLockManager manager = new TableLockManager(empty)) {
            assertThatIllegalArgumentException().isThrownBy(() -> manager.tryLock("Order", "4711 "));
            assertThatIllegalArgumentException().isThrownBy(() -> manager.tryLock("Or:der", "4711"));
            assertThatThrownBy(() -> manager.tryLock("Order", " 4711")).isInstanceOf(LockException.class);
        }
    }

    @Test
    void anOwnerThatIsBlankOrTooLongIsRejectedAndAHolderIsCut() {
        try (DistLock dist = new DistLock(empty);
                PessimisticLock pessimistic = new PessimisticLock(empty, "n".repeat(200))) {
            assertThatIllegalArgumentException().isThrownBy(() -> dist.tryLock("report", " ", MINUTE));
            assertThatIllegalArgumentException().isThrownBy(() -> dist.tryLock("report", "o".repeat(101), MINUTE));
            assertThatThrownBy(() -> pessimistic.doLock(definition("report"))).isInstanceOf(LockException.class);
        }
    }

    private static PessimisticLockDefinition definition(String name) {
        return new PessimisticLockDefinition() {
            @Override
            public String getLockName() {
                return name;
            }

            @Override
            public Long getOverTime() {
                return 1000L;
            }

            @Override
            public Integer getRetryCount() {
                return 0;
            }

            @Override
            public Long getRetryInterval() {
                return 10L;
            }
        };
    }
}
