package io.rowlock.engines.doctor;

import io.rowlock.engines.EngineExtension;
import io.rowlock.engines.Engines;
import io.rowlock.engines.mysql.MySqlEngine;
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
    MySqlEngine server(String... options) {
        return MySqlEngine.with(options);
    }

    @Override
    String[] loggingOptions() {
        return new String[] {"--log-bin=binlog", "--server-id=1"};
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
}
