package io.rowlock.chaos.check.liveness;

import io.rowlock.chaos.check.rule.Check;
import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.timeline.Attempt;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.Moments;
import io.rowlock.chaos.timeline.Sighting;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Grants that the onlooker saw in the database for a while, and of which nobody was told. A request that failed or was
 * interrupted explains one if something was broken at the time, or its process died: but only one that was not made
 * later than the grant was seen, and only until the lease is over, because nobody renews it. A long wait explains one too,
 * however it ended, because an answer may have been lost in it, and another attempt made. A short one that was answered explains
 * nothing: its answer was the only one.
 */
public final class UnknownGrantCheck implements Check {
    /** The longest time that a release in the background may take. */
    private static final long TIDYING = Duration.ofMillis(1_200).toNanos();

    /** How late the database may come to what was asked when nobody waits for its answer any more. */
    private static final long PROMPT = Duration.ofMillis(500).toNanos();

    /** How much longer than a call may take the database may grant what was asked in it, if that was held up. */
    private static final long LATE_GRANT = Duration.ofSeconds(1).toNanos();

    /** Faults that do not hold up what was asked: it arrives at once, or never. */
    private static final Set<String> WITHOUT_DELAY =
            Set.of("kill-worker", "cut", "byte-cut", "kill-connections", "refuse", "worker-clock", "worker-zone");

    @Override
    public List<Violation> violations(Histories histories) {
        return histories.unknownGrants().stream()
                .filter(seen -> seen.last() - seen.first() > TIDYING)
                .filter(seen -> histories.attempts().stream()
                        .filter(attempt -> attempt.process().equals(seen.owner()))
                        .filter(attempt -> attempt.lock().equals(seen.lock()))
                        .noneMatch(attempt -> explains(attempt, seen, histories)))
                .map(UnknownGrantCheck::violation)
                .toList();
    }

    private static boolean explains(Attempt attempt, Sighting seen, Histories histories) {
        return attempt.asked() <= seen.known()
                && seen.last() <= lastSeen(attempt, seen, histories)
                && mayHaveLostAnAnswer(attempt, histories)
                && (attempt.isUnanswered() || wasDisturbed(attempt, histories));
    }

    /** When a grant of the attempt that was never renewed can have been seen for the last time. */
    private static long lastSeen(Attempt attempt, Sighting seen, Histories histories) {
        long granted = Math.min(seen.known(), lastGranted(attempt, histories));
        long leaseEnd = granted + histories.lease();
        return leaseEnd + histories.clockStep(seen.first(), leaseEnd);
    }

    private static long lastGranted(Attempt attempt, Histories histories) {
        long end = end(attempt, histories);
        long late = Moments.after(end, histories.callTimeout() + LATE_GRANT);
        boolean heldUp = histories.faults().stream()
                .filter(fault -> !WITHOUT_DELAY.contains(fault.name()))
                .anyMatch(fault -> fault.touches(attempt.asked(), late));
        return heldUp ? late : Moments.after(end, PROMPT);
    }

    private static long end(Attempt attempt, Histories histories) {
        return Math.min(attempt.ended(), histories.life(attempt.process()).death());
    }

    /** An answer is given up when the call timeout is over, or little before. */
    private static boolean mayHaveLostAnAnswer(Attempt attempt, Histories histories) {
        return attempt.isUnsettled() || attempt.ended() - attempt.asked() > histories.callTimeout() * 3 / 4;
    }

    /** While nothing is broken, everything is tidied up at once. */
    private static boolean wasDisturbed(Attempt attempt, Histories histories) {
        long tidied = Moments.after(end(attempt, histories), TIDYING);
        return histories.life(attempt.process()).death() <= tidied
                || histories.faults().stream().anyMatch(fault -> fault.touches(attempt.asked(), tidied));
    }

    private static Violation violation(Sighting seen) {
        String words =
                "the database kept the lock under token %d for %s, for %s at least, but nobody was told of that grant"
                        .formatted(seen.token(), seen.owner(), Moments.span(seen.last() - seen.first()));
        return new Violation(Rule.UNKNOWN_GRANT, seen.lock(), seen.first(), words, List.of());
    }
}
