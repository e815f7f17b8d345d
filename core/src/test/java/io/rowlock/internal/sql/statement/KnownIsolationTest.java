package io.rowlock.internal.sql.statement;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.time.ManualTicker;
import java.sql.Connection;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class KnownIsolationTest {
    private final ManualTicker ticker = new ManualTicker();
    private final KnownIsolation isolation = new KnownIsolation(ticker);

    @Test
    void theServerIsAskedAgainAfterAMinute() {
        isolation.answered(Connection.TRANSACTION_READ_COMMITTED);
        for (int second = 0; second < 60; second++) {
            assertThat(isolation.isReadCommitted()).isTrue();
            ticker.pass(Duration.ofMillis(999));
            isolation.used();
        }
        assertThat(isolation.isReadCommitted()).isTrue();
        ticker.pass(Duration.ofMillis(60));
        assertThat(isolation.isReadCommitted()).isFalse();
    }

    @Test
    void theServerIsAskedAgainAfterASecondWithoutUse() {
        isolation.answered(Connection.TRANSACTION_READ_COMMITTED);
        ticker.pass(Duration.ofSeconds(1));
        assertThat(isolation.isReadCommitted()).isFalse();
    }

    @Test
    void onlyReadCommittedIsRemembered() {
        assertThat(isolation.isReadCommitted()).isFalse();
        isolation.answered(Connection.TRANSACTION_SERIALIZABLE);
        assertThat(isolation.isReadCommitted()).isFalse();
    }

    @Test
    void theNamesOfTheLevelsAreThoseOfTheServer() {
        assertThat(KnownIsolation.level("read uncommitted")).isEqualTo(Connection.TRANSACTION_READ_UNCOMMITTED);
        assertThat(KnownIsolation.level("read committed")).isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
        assertThat(KnownIsolation.level("repeatable read")).isEqualTo(Connection.TRANSACTION_REPEATABLE_READ);
        assertThat(KnownIsolation.level("serializable")).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
    }
}
