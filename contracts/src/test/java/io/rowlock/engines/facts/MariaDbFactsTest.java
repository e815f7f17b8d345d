package io.rowlock.engines.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.engines.EngineExtension;
import io.rowlock.engines.Engines;
import io.rowlock.engines.server.Engine;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The facts on which Rowlock's statements rely, on MariaDB. */
class MariaDbFactsTest extends MySqlFamilyFacts {

    @RegisterExtension
    static final EngineExtension NEEDED = new EngineExtension(Engines.mariaDb());

    @Override
    Engine engine() {
        return Engines.mariaDb();
    }

    @Override
    String collation() {
        return "utf8mb4_nopad_bin";
    }

    @Override
    String otherDriver() {
        return "jdbc:mysql:";
    }

    @Test
    void namesOfUserLevelLocksAreComparedByteByByte() throws SQLException {
        assertThat(isOneLock("Fact", "fact")).isFalse();
        assertThat(isOneLock("\uD83D\uDEA3", "\uD83D\uDEA4")).isFalse();
    }

    @Test
    void aUserLevelLockOf193BytesIsRejected() throws SQLException {
        assertThat(isOneLock("x".repeat(192), "x".repeat(192))).isTrue();
        assertThatThrownBy(() -> getLock(open(), "x".repeat(193))).hasFieldOrPropertyWithValue("SQLState", "42000");
    }
}
