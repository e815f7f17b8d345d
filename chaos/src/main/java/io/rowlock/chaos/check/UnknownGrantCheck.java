package io.rowlock.chaos.check;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Grants that the onlooker saw in the database for a while, and of which nobody was told. A request that failed or was
 * interrupted while something was broken, or whose process died, explains one, for as long as a lease; so does one that was
 * still under way, for its answer may have been lost, and another attempt made.
 */
final class UnknownGrantCheck implements Check {
    /** What was begun is given back in the background; so long that may take. */
    private static final long TIDYING = Duration.ofMillis(1_200).toNanos();

    private static final long SLACK = Duration.ofMillis(1_500).toNanos();

    @Override
    public List<Violation> violations(Histories histories) {
        Set<String> told = histories.tenures().stream()
                .map(tenure -> tenure.lock() + " " + tenure.token())
                .collect(Collectors.toSet());
        List<Sighting> unknown = histories.sightings().stream()
                .filter(seen -> !told.contains(seen.lock() + " " + seen.token()))
                .filter(seen -> seen.last() - seen.first() > TIDYING)
                .toList();
        return unknown.stream()
                .filter(seen -> histories.attempts().stream()
                        .filter(attempt -> attempt.process().equals(seen.owner()))
                        .filter(attempt -> attempt.lock().equals(seen.lock()))
                        .noneMatch(attempt -> explains(attempt, seen, histories)))
                .map(UnknownGrantCheck::violation)
                .toList();
    }

    /** While nothing is broken, everything is tidied up at once. The onlooker's own look may have taken a while. */
    private static boolean explains(Attempt attempt, Sighting seen, Histories histories) {
        long death = histories.life(attempt.process()).death();
        long end = Math.min(attempt.ended(), death);
        if (end == Tenure.NEVER) {
            return true;
        }
        long tidying = attempt.isUnsettled() ? SLACK : 0;
        boolean disturbed = death != Tenure.NEVER
                || histories.faults().stream().anyMatch(fault -> fault.touches(attempt.asked() - SLACK, end + SLACK));
        return disturbed
                && attempt.asked() <= seen.first() + SLACK
                && seen.first() <= end + tidying
                && seen.last() <= end + histories.lease() + histories.grace() + SLACK;
    }

    private static Violation violation(Sighting seen) {
        String words =
                "the database kept the lock under token %d for %s, for %s at least, but nobody was told of that grant"
                        .formatted(seen.token(), seen.owner(), Moments.span(seen.last() - seen.first()));
        return new Violation(Rule.UNKNOWN_GRANT, seen.lock(), seen.first(), words, List.of());
    }
}
