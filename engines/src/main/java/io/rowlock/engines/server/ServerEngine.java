package io.rowlock.engines.server;

import java.net.InetSocketAddress;
import javax.sql.DataSource;

/** An engine that is a process of its own, reached over TCP, also by other processes and through a proxy. */
public interface ServerEngine extends RestartableEngine {

    /** The running server; started on first use. */
    Server server();

    /** The address of the test database as seen through {@code address}, where a proxy stands. */
    String jdbcUrl(InetSocketAddress address);

    @Override
    default String jdbcUrl() {
        return jdbcUrl(address());
    }

    /** Opens a new connection each time, through {@code address}, where a proxy stands. */
    default DataSource dataSource(InetSocketAddress address) {
        return new UrlDataSource(jdbcUrl(address), user(), password());
    }

    /** Opens connections of the server's administrator in the test database. */
    default DataSource administratorDataSource() {
        return new UrlDataSource(jdbcUrl(), Account.ADMIN.user(), Account.ADMIN.password());
    }

    /** Where the server listens. */
    default InetSocketAddress address() {
        return server().address();
    }

    /** Ends the server; {@link #start()} brings it back. */
    default void stop(Stop how) {
        server().stop(how);
    }

    /** Starts the server at its address, if it is not running, and returns when it answers. */
    default void start() {
        server().start();
    }

    @Override
    default void restart(Stop how) {
        server().stop(how);
        server().start();
    }

    /** Stops the server's processes where they stand: connections stay open, nothing is answered. */
    default void freeze() {
        server().freeze();
    }

    /** Lets the server go on. */
    default void thaw() {
        server().thaw();
    }
}
