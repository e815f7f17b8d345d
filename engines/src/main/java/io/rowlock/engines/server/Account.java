package io.rowlock.engines.server;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A database user.
 *
 * @param user the name
 * @param password the password
 */
public record Account(String user, String password) {

    public static final Account ADMIN = new Account("keeper", "keeper");
    public static final Account TEST = new Account("rowlock", "rowlock");

    private static final AtomicInteger COUNT = new AtomicInteger();

    /** A name that no user has yet. */
    public static Account fresh() {
        String name = "guest" + COUNT.incrementAndGet();
        return new Account(name, name);
    }
}
