package io.rowlock.engines.doctor;

import io.rowlock.engines.EngineExtension;
import io.rowlock.engines.Engines;
import io.rowlock.engines.mysql.MariaDbEngine;
import io.rowlock.engines.server.Stop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class MariaDbDoctorTest extends InnoDbDoctorTest {

    @RegisterExtension
    static final EngineExtension NEEDED = new EngineExtension(Engines.mariaDb());

    @Override
    public MariaDbEngine engine() {
        return Engines.mariaDb();
    }

    @Override
    String readOnlyVariable() {
        return "tx_read_only";
    }

    @Test
    void aBinaryLogThatIsNotKeptAndAReplicaAreFound() throws Exception {
        MariaDbEngine primary =
                MariaDbEngine.with("--log-bin=binlog", "--binlog-format=ROW", "--sync-binlog=1", "--server-id=1");
        MariaDbEngine replica = MariaDbEngine.with("--server-id=2");
        try {
            assertFindsBinaryLogAndReplica(primary, replica);
        } finally {
            replica.stop(Stop.KILL);
            primary.stop(Stop.KILL);
        }
    }

    @Test
    void aClockThatStandsStillDuringAStatementIsFound() throws Exception {
        MariaDbEngine standing = MariaDbEngine.with("--sysdate-is-now");
        try (Patient sick = new Patient(standing)) {
            Warnings.assertOnly(sick, "S8", "sysdate-is-now");
        } finally {
            standing.stop(Stop.KILL);
        }
    }
}
