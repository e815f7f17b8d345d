package io.rowlock.engines.mysql;

import io.rowlock.engines.server.DemotableEngine;
import io.rowlock.testkit.fixture.Privilege;
import javax.sql.DataSource;

/** A server of MySQL's family: they are administered alike. */
interface InnoDbEngine extends DemotableEngine {

    @Override
    default DataSource restricted(Privilege... granted) {
        return administrator().restricted(jdbcUrl(), granted);
    }

    @Override
    default int liveConnections() {
        return administrator().liveConnections();
    }

    @Override
    default void killConnections() {
        administrator().killConnections();
    }

    @Override
    default void demote() {
        administrator().readOnly(true);
    }

    @Override
    default void promote() {
        administrator().readOnly(false);
    }

    private MySqlAdministrator administrator() {
        return new MySqlAdministrator(server().console());
    }
}
