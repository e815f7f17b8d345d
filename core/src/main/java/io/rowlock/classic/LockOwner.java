package io.rowlock.classic;

import java.time.LocalDateTime;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * The owner of a row of {@code dist_lock}, and the end of its ownership. A value as the original had it: it judges by this JVM's clock,
 * and Rowlock itself decides nothing by it.
 *
 * @param owner who; null when nobody does
 * @param expiry until when, in this JVM's zone; null when never set
 */
public record LockOwner(@Nullable String owner, @Nullable LocalDateTime expiry) {

    /**
     * Whether it belongs to that owner.
     *
     * @param other an owner
     * @return true if it does
     */
    public boolean isOwnedBy(String other) {
        return other.equals(owner);
    }

    /**
     * Whether its time is over, by this JVM's clock and in its zone. Rowlock itself never asks: the database decides.
     *
     * @return true if it has an expiry that has passed, or none
     */
    public boolean isExpired() {
        return expiry == null || expiry.isBefore(LocalDateTime.now(ZoneId.systemDefault()));
    }
}
