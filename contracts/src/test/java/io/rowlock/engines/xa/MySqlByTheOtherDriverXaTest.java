package io.rowlock.engines.xa;

import io.rowlock.engines.Engines;
import io.rowlock.engines.server.ServerEngine;

/** MySQL through MariaDB's driver. */
class MySqlByTheOtherDriverXaTest implements XaContract {

    @Override
    public ServerEngine database() {
        return Engines.mySql();
    }

    @Override
    public String url() {
        return database().jdbcUrl().replace("jdbc:mysql:", "jdbc:mariadb:");
    }
}
