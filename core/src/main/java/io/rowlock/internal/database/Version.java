package io.rowlock.internal.database;

import io.rowlock.Database;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server's version.
 *
 * @param major the first number
 * @param minor the second
 * @param patch the third
 */
record Version(int major, int minor, int patch) implements Comparable<Version> {
    private static final Pattern THREE_PARTS = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+)");
    private static final Pattern MARIADB = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+)(-\\d+)?-MariaDB");

    static Version least(Database database) {
        return switch (database) {
            case H2 -> new Version(2, 2, 220);
            case POSTGRESQL -> new Version(14, 0, 0);
            case MYSQL -> new Version(8, 0, 17);
            case MARIADB -> new Version(10, 6, 0);
            case ORACLE -> new Version(19, 0, 0);
            case SQL_SERVER -> new Version(14, 0, 0);
        };
    }

    /**
     * Reads the version text where it begins with three numbers, or has them before MariaDB's name, because some servers put
     * another version first; else what the driver says.
     */
    static Version read(DatabaseMetaData data, String text) throws SQLException {
        Matcher mariaDb = MARIADB.matcher(text);
        if (mariaDb.find()) {
            return of(mariaDb);
        }
        Matcher plain = THREE_PARTS.matcher(text);
        return plain.lookingAt()
                ? of(plain)
                : new Version(data.getDatabaseMajorVersion(), data.getDatabaseMinorVersion(), 0);
    }

    private static Version of(Matcher parts) {
        return new Version(number(parts, 1), number(parts, 2), number(parts, 3));
    }

    private static int number(Matcher parts, int group) {
        return Integer.parseInt(parts.group(group));
    }

    @Override
    public int compareTo(Version other) {
        return Comparator.comparingInt(Version::major)
                .thenComparingInt(Version::minor)
                .thenComparingInt(Version::patch)
                .compare(this, other);
    }

    @Override
    public String toString() {
        return major + "." + minor + (patch == 0 ? "" : "." + patch);
    }
}
