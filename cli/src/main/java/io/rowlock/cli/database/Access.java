package io.rowlock.cli.database;

import io.rowlock.cli.text.Secrets;
import java.util.Optional;
import java.util.Properties;

/**
 * How to get into a database.
 *
 * @param url its JDBC URL
 * @param user as whom; empty when the URL says so, or nothing need be said
 * @param password the user's password, if there is one
 */
public record Access(String url, Optional<String> user, Optional<String> password) {

    /**
     * User and password, as a driver takes them.
     *
     * @return the driver's properties
     */
    public Properties properties() {
        Properties properties = new Properties();
        user.ifPresent(name -> properties.setProperty("user", name));
        password.ifPresent(secret -> properties.setProperty("password", secret));
        return properties;
    }

    /** The URL without its secrets; the password never. */
    @Override
    public String toString() {
        return Secrets.hideIn(url);
    }
}
