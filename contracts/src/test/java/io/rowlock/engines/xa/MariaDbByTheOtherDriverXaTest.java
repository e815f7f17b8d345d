package io.rowlock.engines.xa;

import io.rowlock.engines.Engines;
import io.rowlock.engines.server.ServerEngine;

/** MariaDB through MySQL's driver. */
class MariaDbByTheOtherDriverXaTest implements XaContract {

    @Override
    public ServerEngine database() {
        return Engines.mariaDb();
    }

    @Override
    public String url() {
        return database().jdbcUrl().replace("jdbc:mariadb:", "jdbc:mysql:");
    }
}
