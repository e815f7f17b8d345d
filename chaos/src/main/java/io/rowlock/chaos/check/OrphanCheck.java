package io.rowlock.chaos.check;

import io.rowlock.chaos.check.Life.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Locks that nobody can have had any more, and that were not granted to someone who waited, though nothing was broken.
 * Everything that may have kept a lock is taken to have kept it as long as it may have.
 */
final class OrphanCheck implements Check {
    /** How long a waiter may take to look again, on a machine that has other things to do. */
    private static final long PATIENCE = Duration.ofMillis(2_500).toNanos();

    private static final long CALL_TIMEOUT = Duration.ofSeconds(1).toNanos();

    /** Faults that keep nobody but their victim from the database. */
    private static final Set<String> HARMLESS =
            Set.of("kill-worker", "stop-worker", "worker-clock", "worker-zone", "exhaust-pool");

    @Override
    public List<Violation> violations(Histories histories) {
        List<Violation> found = new ArrayList<>();
        histories.attemptsByLock().forEach((lock, attempts) -> check(lock, attempts, histories, found));
        return found;
    }

    private static void check(String lock, List<Attempt> attempts, Histories histories, List<Violation> found) {
        List<Occupation> occupations = occupations(lock, attempts, histories);
        List<Attempt> byEnd = attempts.stream()
                .filter(attempt -> attempt.isGranted() || attempt.isBusy())
                .filter(attempt -> attempt.ended() - attempt.asked() > PATIENCE)
                .sorted(Comparator.comparingLong(Attempt::ended))
                .toList();
        int next = 0;
        long freeAt = Long.MIN_VALUE;
        for (Attempt waiter : byEnd) {
            long ownEnd = Long.MIN_VALUE;
            for (; next < occupations.size() && occupations.get(next).begin() < waiter.ended(); next++) {
                Occupation occupation = occupations.get(next);
                if (occupation.attempt() == waiter) {
                    ownEnd = occupation.end();
                } else {
                    freeAt = Math.max(freeAt, occupation.end());
                }
            }
            long since = Math.max(freeAt, waiter.asked());
            freeAt = Math.max(freeAt, ownEnd);
            if (waiter.ended() - since > PATIENCE && isCalm(since, waiter, histories)) {
                found.add(new Violation(
                        Rule.ORPHAN,
                        lock,
                        waiter.ended(),
                        "%s waited for %s though nobody can have had the lock any more"
                                .formatted(waiter.process(), Moments.span(waiter.ended() - since)),
                        List.of()));
            }
        }
    }

    /** Who may have had the lock, and until when at the latest. */
    private record Occupation(long begin, long end, Attempt attempt) {}

    private static List<Occupation> occupations(String lock, List<Attempt> attempts, Histories histories) {
        List<Occupation> all = new ArrayList<>();
        for (Tenure tenure : histories.tenuresByLock().getOrDefault(lock, List.of())) {
            all.add(new Occupation(tenure.asked(), tenure.occupationEnd(histories), tenure.attempt()));
        }
        for (Attempt attempt : attempts) {
            if (attempt.isUnsettled()) {
                all.add(new Occupation(attempt.asked(), unsettledEnd(attempt, histories), attempt));
            }
        }
        all.sort(Comparator.comparingLong(Occupation::begin));
        return all;
    }

    private static long unsettledEnd(Attempt attempt, Histories histories) {
        long end = Math.min(attempt.ended(), histories.life(attempt.process()).death());
        return end == Tenure.NEVER
                ? end
                : end
                        + CALL_TIMEOUT
                        + histories.lease()
                        + histories.grace()
                        + histories.clockStep(attempt.asked(), end + histories.lease());
    }

    private static boolean isCalm(long since, Attempt waiter, Histories histories) {
        return !histories.life(waiter.process()).stoppedWithin(since, waiter.ended())
                && histories.faults().stream()
                        .filter(fault -> !isHarmless(fault))
                        .noneMatch(fault -> fault.touches(since - CALL_TIMEOUT, waiter.ended()));
    }

    static boolean isHarmless(Span fault) {
        return HARMLESS.contains(fault.name());
    }
}
