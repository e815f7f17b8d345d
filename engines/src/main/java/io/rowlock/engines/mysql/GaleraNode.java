package io.rowlock.engines.mysql;

import io.rowlock.engines.machine.Availability;
import io.rowlock.engines.server.Account;
import io.rowlock.engines.server.Server;
import io.rowlock.engines.server.ServerEngine;
import io.rowlock.engines.server.UrlDataSource;
import io.rowlock.testkit.fixture.Privilege;
import java.net.InetSocketAddress;
import javax.sql.DataSource;

/** One server of a {@link GaleraCluster}. */
public final class GaleraNode implements ServerEngine {

    private final int index;
    private final Server server;

    public GaleraNode(int index, Server server) {
        this.index = index;
        this.server = server;
    }

    @Override
    public String name() {
        return "Galera node " + index;
    }

    @Override
    public Availability availability() {
        return GaleraCluster.availability();
    }

    @Override
    public Server server() {
        return server;
    }

    @Override
    public String jdbcUrl(InetSocketAddress address) {
        return url(address.getPort()) + "rowlock";
    }

    /** Opens connections on which every statement waits until this node has what the others had committed before. */
    public DataSource waitingDataSource() {
        return new UrlDataSource(jdbcUrl() + "?sessionVariables=wsrep_sync_wait=7", user(), password());
    }

    @Override
    public DataSource restricted(Privilege... granted) {
        return administrator().restricted(jdbcUrl(), granted);
    }

    @Override
    public DataSource administratorDataSource() {
        return new UrlDataSource(jdbcUrl(), Account.ADMIN.user(), Account.ADMIN.password());
    }

    @Override
    public int liveConnections() {
        return administrator().liveConnections();
    }

    @Override
    public void killConnections() {
        administrator().killConnections();
    }

    private MySqlAdministrator administrator() {
        return new MySqlAdministrator(server.console());
    }

    public static String url(int port) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/";
    }

    @Override
    public String toString() {
        return name();
    }
}
