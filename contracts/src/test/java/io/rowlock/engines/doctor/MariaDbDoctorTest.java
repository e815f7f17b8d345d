package io.rowlock.engines.doctor;

import io.rowlock.engines.EngineExtension;
import io.rowlock.engines.Engines;
import io.rowlock.engines.mysql.MariaDbEngine;
import org.junit.jupiter.api.extension.RegisterExtension;

class MariaDbDoctorTest extends InnoDbDoctorTest {

    @RegisterExtension
    static final EngineExtension NEEDED = new EngineExtension(Engines.mariaDb());

    @Override
    public MariaDbEngine engine() {
        return Engines.mariaDb();
    }

    @Override
    MariaDbEngine server(String... options) {
        return MariaDbEngine.with(options);
    }

    @Override
    String[] loggingOptions() {
        return new String[] {"--log-bin=binlog", "--binlog-format=ROW", "--sync-binlog=1", "--server-id=1"};
    }

    @Override
    String readOnlyVariable() {
        return "tx_read_only";
    }
}
