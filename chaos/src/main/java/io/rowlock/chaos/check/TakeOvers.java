package io.rowlock.chaos.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * How long it took from {@code kill -9} until a lock that the dead process had held was another's, who had been waiting for
 * it already when it came free. Those during which something else was broken are left out.
 *
 * @param nanos the times, sorted
 */
public record TakeOvers(List<Long> nanos) {

    public static TakeOvers of(Histories histories) {
        List<Long> times = new ArrayList<>();
        for (Map.Entry<String, List<Tenure>> entry : histories.tenuresByLock().entrySet()) {
            List<Tenure> tenures = entry.getValue();
            for (int i = 0; i + 1 < tenures.size(); i++) {
                Tenure dead = tenures.get(i);
                Tenure next = tenures.get(i + 1);
                long death = histories.life(dead.process()).death();
                if (diedHolding(dead, death) && wasWaiting(next, death, histories) && isCalm(death, next, histories)) {
                    times.add(next.granted() - death);
                }
            }
        }
        long[] sorted = times.stream().mapToLong(Long::longValue).sorted().toArray();
        return new TakeOvers(Arrays.stream(sorted).boxed().toList());
    }

    private static boolean diedHolding(Tenure tenure, long death) {
        return death != Tenure.NEVER
                && tenure.granted() < death
                && tenure.until() > death
                && tenure.releasing() == Tenure.NEVER
                && tenure.lost() == Tenure.NEVER;
    }

    private static boolean wasWaiting(Tenure next, long death, Histories histories) {
        return next.granted() > death && next.asked() < death + histories.lease();
    }

    private static boolean isCalm(long death, Tenure next, Histories histories) {
        return !histories.life(next.process()).stoppedWithin(death, next.granted())
                && histories.faults().stream()
                        .filter(fault -> !OrphanCheck.isHarmless(fault))
                        .noneMatch(fault -> fault.touches(death, next.granted()));
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
