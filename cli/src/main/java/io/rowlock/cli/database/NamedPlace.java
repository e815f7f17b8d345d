package io.rowlock.cli.database;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * A database that somebody runs.
 *
 * @param access the way into it
 * @param driverPath where drivers are that are not in this jar
 */
public record NamedPlace(Access access, List<Path> driverPath) implements Place {

    @Override
    public DataSource source() {
        return new FreshConnections(Drivers.find(access, driverPath), access);
    }

    @Override
    public boolean isOurs() {
        return false;
    }

    @Override
    public Optional<Duration> keepConnection() {
        return Optional.empty();
    }

    @Override
    public String toString() {
        return access.toString();
    }
}
