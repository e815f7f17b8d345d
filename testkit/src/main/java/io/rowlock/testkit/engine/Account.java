package io.rowlock.testkit.engine;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A database user.
 *
 * @param user the name
 * @param password the password
 */
record Account(String user, String password) {

    static final Account ADMIN = new Account("keeper", "keeper");
    static final Account TEST = new Account("rowlock", "rowlock");

    private static final AtomicInteger COUNT = new AtomicInteger();

    /** A name that no user has yet. */
    static Account fresh() {
        String name = "guest" + COUNT.incrementAndGet();
        return new Account(name, name);
    }
}
