package io.rowlock.testkit.guard;

import io.rowlock.testkit.sql.Journal;
import io.rowlock.testkit.sql.Journal.Entry;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** The traces of a race's writers, which show whether one of them was stale. */
public interface Evidence {

    /** A writer's entry, in its transaction. */
    void write(Connection transaction, long token) throws SQLException;

    /** The lock has been taken from the bearer of this token. Said after the grant, before anyone writes under it. */
    default void taken(long token) throws SQLException {}

    /** The entries that were committed after a later grant. */
    List<Entry> stale() throws SQLException;

    /** The order of the commits, on one server. */
    static Evidence journal(DataSource source, String name) throws SQLException {
        Journal journal = Journal.create(source, name);
        return new Evidence() {
            @Override
            public void write(Connection transaction, long token) throws SQLException {
                journal.write(transaction, token);
            }

            @Override
            public List<Entry> stale() throws SQLException {
                return journal.stale(source);
            }
        };
    }
}
