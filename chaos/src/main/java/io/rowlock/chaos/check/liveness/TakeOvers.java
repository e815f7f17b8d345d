package io.rowlock.chaos.check.liveness;

import io.rowlock.chaos.timeline.Attempt;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.Tenure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How long it took from {@code kill -9} until a lock that the dead process had held was another's, who had been waiting for
 * it already when it came free. Those during which something else was broken are left out, those whose holder had asked for a
 * longer lease, and those whose holder left a branch in doubt, which keeps its lock until someone ends it.
 *
 * @param nanos the times, sorted
 * @param missed how many more there would be, had nobody who waited given up when the lock had to be free
 */
public record TakeOvers(List<Long> nanos, int missed) {

    public TakeOvers {
        nanos = List.copyOf(nanos);
    }

    public static TakeOvers of(Histories histories) {
        List<Long> times = new ArrayList<>();
        int missed = 0;
        for (Orphan orphan : orphans(histories)) {
            if (orphan.wasTaken(histories)) {
                times.add(orphan.nextGrant() - orphan.death());
            } else if (orphan.wasMissed(histories)) {
                missed++;
            }
        }
        return new TakeOvers(times.stream().sorted().toList(), missed);
    }

    private static List<Orphan> orphans(Histories histories) {
        List<Orphan> found = new ArrayList<>();
        Map<String, List<Attempt>> attempts = histories.attemptsByLock();
        Set<String> inDoubt = histories.deeds().stream()
                .filter(deed -> deed.recovered() != Tenure.NEVER)
                .map(deed -> deed.lock() + " " + deed.token())
                .collect(Collectors.toSet());
        histories.tenuresByLock().forEach((lock, tenures) -> {
            for (int i = 0; i < tenures.size(); i++) {
                Tenure dead = tenures.get(i);
                long death = histories.life(dead.process()).death();
                if (diedHolding(dead, death) && !inDoubt.contains(lock + " " + dead.token())) {
                    found.add(new Orphan(
                            death, tenures.stream().skip(i + 1L).findFirst(), attempts.getOrDefault(lock, List.of())));
                }
            }
        });
        return found;
    }

    private static boolean diedHolding(Tenure tenure, long death) {
        return death != Tenure.NEVER
                && !tenure.isLonger()
                && tenure.granted() < death
                && tenure.until() > death
                && tenure.releasing() == Tenure.NEVER
                && tenure.lost() == Tenure.NEVER;
    }

    /** A lock whose holder was killed, the grant that came next, and all who ever asked for it. */
    private record Orphan(long death, Optional<Tenure> next, List<Attempt> attempts) {

        long nextGrant() {
            return next.map(Tenure::granted).orElse(Tenure.NEVER);
        }

        boolean wasTaken(Histories histories) {
            return next.filter(tenure -> hasWaited(tenure.attempt(), histories)).isPresent();
        }

        /** Whether someone gave up when the lock had to be free, and was not. */
        boolean wasMissed(Histories histories) {
            long free = death + histories.lease() + histories.grace();
            return attempts.stream()
                    .filter(attempt -> attempt.isBusy() && attempt.ended() > free && attempt.ended() < nextGrant())
                    .anyMatch(attempt -> hasWaited(attempt, histories));
        }

        private boolean hasWaited(Attempt attempt, Histories histories) {
            return attempt.ended() > death
                    && attempt.asked() < death + histories.lease()
                    && !histories.life(attempt.process()).stoppedWithin(death, attempt.ended())
                    && histories.faults().stream()
                            .filter(fault -> !OrphanCheck.isHarmless(fault))
                            .noneMatch(fault -> fault.touches(death, attempt.ended()));
        }
    }

    public int count() {
        return nanos.size();
    }

    /** The time within which so many percent of them were done. */
    public long percentile(int percent) {
        int index = (int) Math.ceil(nanos.size() * percent / 100.0) - 1;
        return nanos.get(Math.max(0, index));
    }
}
