package io.rowlock.internal.sql.shared;

import org.jspecify.annotations.Nullable;

/**
 * A change of a grant's session, made by a renewal. A grant changes its session only if it has none, or the one that is
 * expected: so a renewal that was stuck in a network undoes nothing that came after it.
 *
 * @param expected the session that the grant may belong to
 * @param next the session that it belongs to afterwards; null for none
 */
public record SessionMove(String expected, @Nullable String next) {

    static SessionMove into(String session) {
        return new SessionMove(session, session);
    }

    static SessionMove outOf(String session) {
        return new SessionMove(session, null);
    }
}
