package io.rowlock.cli.database;

import io.rowlock.cli.exit.CliException;
import io.rowlock.cli.text.Reasons;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** Opens connections, and says plainly why one cannot be opened. */
public final class Databases {

    private Databases() {}

    /**
     * Opens a connection, with a driver of this jar.
     *
     * @param access where and as whom
     * @return the connection, to be closed
     * @throws CliException if no driver knows the URL, or the database does not let us in
     */
    public static Connection connect(Access access) {
        return connect(new NamedPlace(access, List.of()));
    }

    /**
     * Opens connections as they are asked for, with a driver of this jar.
     *
     * @param access where and as whom
     * @return their source
     * @throws CliException if no driver knows the URL
     */
    public static DataSource source(Access access) {
        return new NamedPlace(access, List.of()).source();
    }

    /**
     * Opens a connection.
     *
     * @param place where
     * @return the connection, to be closed
     * @throws CliException if no driver knows the URL, or the database does not let us in
     */
    public static Connection connect(Place place) {
        try {
            return place.source().getConnection();
        } catch (SQLException e) {
            throw CliException.unavailable("cannot connect to " + place + ": " + Reasons.of(e), e);
        }
    }
}
