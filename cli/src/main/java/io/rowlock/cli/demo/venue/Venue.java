package io.rowlock.cli.demo.venue;

import io.rowlock.cli.database.Access;

/** Where the shop's database is. Closing it leaves nothing of ours behind. */
public interface Venue extends AutoCloseable {

    /** The way in, for this process and its clerks. */
    Access access();

    /** Where it is, for people to read. */
    String description();

    @Override
    void close() throws Exception;
}
