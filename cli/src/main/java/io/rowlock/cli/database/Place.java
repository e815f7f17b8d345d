package io.rowlock.cli.database;

import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;

/** Where the locks are. Its text says so to people, without secrets. */
public interface Place {

    /**
     * The way to connections.
     *
     * @return their source
     */
    DataSource source();

    /**
     * Whether nobody but this command uses the database, so that its table is ours to create.
     *
     * @return true for the embedded database
     */
    boolean isOurs();

    /**
     * How long an idle connection may be kept.
     *
     * @return the time; empty for the default
     */
    Optional<Duration> keepConnection();

    /**
     * Whether this process has a lock, so that what it asks for next matters to those who wait.
     *
     * @param has true from the moment it has one until it has none
     */
    default void holding(boolean has) {}
}
