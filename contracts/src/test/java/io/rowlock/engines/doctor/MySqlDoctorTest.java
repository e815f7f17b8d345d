package io.rowlock.engines.doctor;

import io.rowlock.engines.EngineExtension;
import io.rowlock.engines.Engines;
import io.rowlock.engines.mysql.MySqlEngine;
import io.rowlock.engines.server.Stop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class MySqlDoctorTest extends InnoDbDoctorTest {

    @RegisterExtension
    static final EngineExtension NEEDED = new EngineExtension(Engines.mySql());

    @Override
    public MySqlEngine engine() {
        return Engines.mySql();
    }

    @Override
    String readOnlyVariable() {
        return "transaction_read_only";
    }

    @Test
    void pagesThatACrashCanTearAreFound() throws Exception {
        Administrator.of(engine())
                .during(
                        "set global innodb_doublewrite = 'DETECT_ONLY'",
                        "set global innodb_doublewrite = 'ON'",
                        () -> Warnings.assertOnly(patient(), "S1, S3", "innodb_doublewrite is DETECT_ONLY"));
        Warnings.assertNone(patient());
    }

    @Test
    void aDisabledRedoLogIsFound() throws Exception {
        Administrator.of(engine())
                .during(
                        "alter instance disable innodb redo_log",
                        "alter instance enable innodb redo_log",
                        () -> Warnings.assertOnly(patient(), "S1, S3", "redo log"));
        Warnings.assertNone(patient());
    }

    @Test
    void aBinaryLogThatIsNotKeptAndAReplicaAreFound() throws Exception {
        MySqlEngine primary = MySqlEngine.with("--log-bin=binlog", "--server-id=1");
        MySqlEngine replica = MySqlEngine.with("--server-id=2");
        try {
            assertFindsBinaryLogAndReplica(primary, replica);
        } finally {
            replica.stop(Stop.KILL);
            primary.stop(Stop.KILL);
        }
    }

    @Test
    void aClockThatStandsStillDuringAStatementIsFound() throws Exception {
        MySqlEngine standing = MySqlEngine.with("--sysdate-is-now");
        try (Patient sick = new Patient(standing)) {
            Warnings.assertOnly(sick, "S8", "sysdate-is-now");
        } finally {
            standing.stop(Stop.KILL);
        }
    }
}
