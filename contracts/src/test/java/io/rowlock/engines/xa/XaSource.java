package io.rowlock.engines.xa;

import com.mysql.cj.jdbc.MysqlXADataSource;
import io.rowlock.engines.server.ServerEngine;
import java.sql.SQLException;
import javax.sql.XADataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.mariadb.jdbc.MariaDbDataSource;
import org.postgresql.xa.PGXADataSource;

/** The data sources for distributed transactions that come with the drivers. */
public final class XaSource {
    private XaSource() {}

    /**
     * That of the driver which the address names.
     *
     * @param engine whose user connects
     * @param url its address
     * @return opens connections to it
     * @throws SQLException if the driver rejects the address
     */
    public static XADataSource of(ServerEngine engine, String url) throws SQLException {
        return switch (url.split(":", 3)[1]) {
            case "postgresql" -> postgres(engine, url);
            case "mysql" -> mySql(engine, url);
            case "mariadb" -> mariaDb(engine, url);
            case "h2" -> h2(engine, url);
            default -> throw new IllegalArgumentException("not known how to reach " + url);
        };
    }

    private static XADataSource postgres(ServerEngine engine, String url) {
        PGXADataSource source = new PGXADataSource();
        source.setUrl(url);
        source.setUser(engine.user());
        source.setPassword(engine.password());
        return source;
    }

    private static XADataSource mySql(ServerEngine engine, String url) {
        MysqlXADataSource source = new MysqlXADataSource();
        source.setURL(url);
        source.setUser(engine.user());
        source.setPassword(engine.password());
        return source;
    }

    private static XADataSource mariaDb(ServerEngine engine, String url) throws SQLException {
        MariaDbDataSource source = new MariaDbDataSource(url);
        source.setUser(engine.user());
        source.setPassword(engine.password());
        return source;
    }

    private static XADataSource h2(ServerEngine engine, String url) {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL(url);
        source.setUser(engine.user());
        source.setPassword(engine.password());
        return source;
    }
}
