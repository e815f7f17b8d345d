package io.rowlock.engines.fault.network;

import io.rowlock.testkit.source.PlainDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A data source whose new connections take another way when told so; those that are open stay on theirs. */
final class Route implements PlainDataSource {

    private volatile DataSource way;

    Route(DataSource way) {
        this.way = way;
    }

    void take(DataSource another) {
        way = another;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return way.getConnection();
    }
}
