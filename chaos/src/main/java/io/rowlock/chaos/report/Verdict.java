package io.rowlock.chaos.report;

import io.rowlock.chaos.check.Checker;
import io.rowlock.chaos.check.liveness.TakeOvers;
import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.timeline.Deed;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.HistoryReader;
import io.rowlock.chaos.timeline.Tenure;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a run.
 *
 * @param histories what happened
 * @param violations what must not have happened
 * @param takeOvers how soon the locks of dead processes were another's
 */
public record Verdict(Histories histories, List<Violation> violations, TakeOvers takeOvers) {

    /** Reads and checks what a run left in its directory. */
    public static Verdict of(Path directory) {
        return of(HistoryReader.read(directory));
    }

    public static Verdict of(Histories histories) {
        return new Verdict(histories, Checker.violations(histories), TakeOvers.of(histories));
    }

    public boolean isClean() {
        return violations.isEmpty();
    }

    public long acquisitions() {
        return histories.tenures().size();
    }

    public long losses() {
        return histories.tenures().stream()
                .filter(tenure -> tenure.lost() != Tenure.NEVER)
                .count();
    }

    public long guarded() {
        return histories.deeds().stream()
                .filter(deed -> deed.committing() != Tenure.NEVER || !deed.isCommitted())
                .count();
    }

    /** Guarded transactions whose hold had ended, given back or run out, before they did. */
    public long guardRaces() {
        Map<String, Tenure> byToken = new HashMap<>();
        histories.tenures().forEach(tenure -> byToken.put(tenure.lock() + " " + tenure.token(), tenure));
        return histories.deeds().stream()
                .filter(deed -> !deed.isFenced() && isRace(deed, byToken.get(deed.lock() + " " + deed.token())))
                .count();
    }

    private static boolean isRace(Deed deed, @Nullable Tenure tenure) {
        return tenure != null && Math.min(tenure.releasing(), tenure.until()) < deed.ended();
    }

    /** The kinds of fault that came at least once. */
    public long faultKinds() {
        return histories.faults().stream().map(fault -> fault.name()).distinct().count();
    }
}
