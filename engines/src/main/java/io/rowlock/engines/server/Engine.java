package io.rowlock.engines.server;

import io.rowlock.Database;
import io.rowlock.engines.machine.Availability;
import io.rowlock.engines.machine.Prerequisite;
import io.rowlock.testkit.fixture.Privilege;
import io.rowlock.testkit.fixture.TestDatabase;
import java.util.Locale;
import javax.sql.DataSource;

/**
 * A real database which the tests start themselves: on first use, once per JVM, with its own defaults and durable
 * commits, in a time zone that is not the JVM's. It ends with the JVM, and its data with it.
 *
 * <p>Abilities of only some engines are on narrower types: {@link RestartableEngine}, {@link ServerEngine},
 * {@link DemotableEngine}.
 */
public interface Engine extends TestDatabase {

    /** Its name, for people. */
    @Override
    String name();

    @Override
    default Database product() {
        return Database.valueOf(jdbcUrl().split(":", 3)[1].toUpperCase(Locale.ROOT));
    }

    @Override
    default void require() {
        Prerequisite.require(availability());
    }

    /** Whether it can be started on this machine. Does what is needed to know, but does not start it. */
    Availability availability();

    /** The address of the test database. */
    String jdbcUrl();

    /** A user who may do everything in the test database, and nothing to the server. */
    default String user() {
        return Account.TEST.user();
    }

    default String password() {
        return Account.TEST.password();
    }

    /** Opens a new connection each time, with the driver's defaults. */
    @Override
    default DataSource dataSource() {
        return new UrlDataSource(jdbcUrl(), user(), password());
    }

    /** Makes a new user who has only these privileges, on all tables of the test database, present and future. */
    @Override
    DataSource restricted(Privilege... granted);

    /** How many connections are open, those of the engine's administrator apart. */
    int liveConnections();

    /** Ends all connections from the server's side, those of the engine's administrator apart. */
    void killConnections();
}
