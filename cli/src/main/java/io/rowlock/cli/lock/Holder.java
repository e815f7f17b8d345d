package io.rowlock.cli.lock;

import io.rowlock.LockKey;
import io.rowlock.LockStatus;
import io.rowlock.cli.text.Spans;
import io.rowlock.cli.text.Text;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Says in one line who has a lock, since when, and for how long. */
public final class Holder {

    private Holder() {}

    /**
     * Why a lock was not to be had.
     *
     * @param key which
     * @param status what is known of who has it
     * @return the line
     */
    public static String describe(LockKey key, Optional<LockStatus> status) {
        return "lock '" + key + "' is " + status.map(Holder::describe).orElse("taken; by whom was not learnt");
    }

    private static String describe(LockStatus status) {
        String owner = Text.printable(status.owner());
        return switch (status.state()) {
            case KEPT -> "kept for another " + left(status) + " after its last holder, " + owner;
            case EXPIRED -> "still in its grace after " + owner + " has not renewed it; try again in a moment";
            case REVOKED ->
                "revoked, and free once the lease of " + owner + " has run out: in " + left(status) + " and the grace";
            default ->
                "held by " + owner + " since " + status.since().truncatedTo(ChronoUnit.SECONDS) + " ("
                        + Spans.show(Duration.between(status.since(), status.asOf())) + "), token " + status.token();
        };
    }

    private static String left(LockStatus status) {
        return Spans.show(Duration.between(status.asOf(), status.until()));
    }
}
