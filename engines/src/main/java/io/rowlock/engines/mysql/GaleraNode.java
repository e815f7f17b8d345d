package io.rowlock.engines.mysql;

import io.rowlock.engines.machine.Availability;
import io.rowlock.engines.server.Server;
import io.rowlock.engines.server.UrlDataSource;
import java.net.InetSocketAddress;
import javax.sql.DataSource;

/** One server of a {@link GaleraCluster}. */
public final class GaleraNode implements InnoDbEngine {

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

    public static String url(int port) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/";
    }

    @Override
    public String toString() {
        return name();
    }
}
