package io.rowlock.chaos.check.liveness;

import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.Moments;
import io.rowlock.chaos.timeline.RecordedGrant;
import io.rowlock.chaos.timeline.Request;
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
        Map<String, List<Request>> requests = histories.requestsByLock();
        Set<String> inDoubt = histories.transactions().stream()
                .filter(transaction -> transaction.recovered() != Moments.NEVER)
                .map(transaction -> transaction.lock() + " " + transaction.token())
                .collect(Collectors.toSet());
        histories.grantsByLock().forEach((lock, grants) -> {
            for (int i = 0; i < grants.size(); i++) {
                RecordedGrant dead = grants.get(i);
                long death = histories.lifetime(dead.process()).death();
                if (diedHolding(dead, death) && !inDoubt.contains(lock + " " + dead.token())) {
                    found.add(new Orphan(
                            death, grants.stream().skip(i + 1L).findFirst(), requests.getOrDefault(lock, List.of())));
                }
            }
        });
        return found;
    }

    private static boolean diedHolding(RecordedGrant grant, long death) {
        return death != Moments.NEVER
                && !grant.isLonger()
                && grant.granted() < death
                && grant.until() > death
                && grant.releasing() == Moments.NEVER
                && grant.lost() == Moments.NEVER;
    }

    /** A lock whose holder was killed, the grant that came next, and all who ever asked for it. */
    private record Orphan(long death, Optional<RecordedGrant> next, List<Request> requests) {

        long nextGrant() {
            return next.map(RecordedGrant::granted).orElse(Moments.NEVER);
        }

        boolean wasTaken(Histories histories) {
            return next.filter(grant -> hasWaited(grant.request(), histories)).isPresent();
        }

        /** Whether someone gave up when the lock had to be free, and was not. */
        boolean wasMissed(Histories histories) {
            long free = death + histories.lease() + histories.grace();
            return requests.stream()
                    .filter(request -> request.isBusy() && request.ended() > free && request.ended() < nextGrant())
                    .anyMatch(request -> hasWaited(request, histories));
        }

        private boolean hasWaited(Request request, Histories histories) {
            return request.ended() > death
                    && request.asked() < death + histories.lease()
                    && !histories.lifetime(request.process()).stoppedWithin(death, request.ended())
                    && histories.faults().stream()
                            .filter(fault -> !OrphanCheck.isHarmless(fault))
                            .noneMatch(fault -> fault.touches(death, request.ended()));
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
