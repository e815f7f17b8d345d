package io.rowlock.cli.demo.venue;

import io.rowlock.cli.database.Access;
import io.rowlock.cli.exit.CliException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The user's own database server, as {@code --url} names it.
 *
 * @param access the way in
 */
public record OwnVenue(Access access) implements Venue {
    private static final Pattern H2_UNSHARED = Pattern.compile("jdbc:h2:(?!tcp:|ssl:)(?!.*;auto_server=true).*");

    public static OwnVenue of(Access access) {
        if (H2_UNSHARED.matcher(access.url().toLowerCase(Locale.ROOT)).matches()) {
            throw CliException.usage("'" + access + "' belongs to one process alone, and the demo has several:"
                    + " name an H2 server (jdbc:h2:tcp://host/database), or leave --url out for an embedded one");
        }
        return new OwnVenue(access);
    }

    @Override
    public String description() {
        return "at " + access;
    }

    @Override
    public void close() {
        // The shop's tables are dropped by the shop; the database is not ours.
    }
}
