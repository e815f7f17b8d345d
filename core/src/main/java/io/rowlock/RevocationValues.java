package io.rowlock;

import java.time.Instant;

/** The values behind {@link Revocation}: records that nobody outside can name, so that each may gain a component. */
final class RevocationValues {
    private RevocationValues() {}

    record Revoked(Instant freeAt) implements Revocation.Revoked {}

    record NotHeld() implements Revocation.NotHeld {}

    record RowLocked() implements Revocation.RowLocked {}
}
