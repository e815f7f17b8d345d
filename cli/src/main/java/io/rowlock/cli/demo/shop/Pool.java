package io.rowlock.cli.demo.shop;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.rowlock.cli.database.Access;
import io.rowlock.cli.database.Databases;

/** The connection pool of one process of the demo: one connection for the shop, the rest for the locks. */
public final class Pool {
    private static final int CONNECTIONS = 4;

    private Pool() {}

    public static HikariDataSource open(Access access) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(Databases.source(access));
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(0);
        return new HikariDataSource(config);
    }
}
