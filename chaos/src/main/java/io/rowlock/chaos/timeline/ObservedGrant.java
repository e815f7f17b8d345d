package io.rowlock.chaos.timeline;

/**
 * A grant that the observer found in the database.
 *
 * @param lock which lock
 * @param token which grant
 * @param owner whose, as the database said
 * @param first before it was first seen
 * @param known after it was first seen
 * @param last before it was last seen
 */
public record ObservedGrant(String lock, long token, String owner, long first, long known, long last) {
    ObservedGrant merge(ObservedGrant later) {
        return new ObservedGrant(
                lock,
                token,
                owner,
                Math.min(first, later.first),
                Math.min(known, later.known),
                Math.max(last, later.last));
    }
}
