package io.rowlock.cli.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.cli.CommandTest;
import io.rowlock.cli.Shell.Job;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Many processes, one file, and none of them needed by the others. */
class EmbeddedDatabaseTest extends CommandTest {
    @Test
    void aKilledProcessBlocksNobody() throws Exception {
        Job holder = shell.start("exec rowlock run held --lease 1h -- sh -c 'echo > held; exec sleep 600'");
        shell.await("held");
        Job victim = shell.start("exec rowlock run short --lease 2s -- sh -c 'echo > victim; exec sleep 600'");
        shell.await("victim");
        Job heir = shell.start("rowlock run short --wait 10m -- true");

        victim.signal("KILL");

        assertThat(heir.status()).as(heir.err()).isZero();
        assertThat(shell.run("rowlock run held -- true").status()).isEqualTo(75);
        holder.signal("TERM");
        assertThat(holder.status()).isEqualTo(143);
    }

    @Test
    void itIsOpenOnlyWhileAConnectionIs() throws SQLException {
        EmbeddedDatabase mine = EmbeddedDatabase.of(
                Map.of("XDG_STATE_HOME", directory.resolve("state").toString()));
        Turn others = new Turn(directory.resolve("state/rowlock/locks.turn"));

        try (Connection first = mine.getConnection();
                Connection second = mine.getConnection()) {
            assertThat(first.isClosed()).isFalse();
            assertThat(second.isClosed()).isFalse();
        }

        others.take();
        others.giveUp();
    }
}
