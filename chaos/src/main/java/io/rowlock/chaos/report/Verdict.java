package io.rowlock.chaos.report;

import io.rowlock.chaos.check.Checker;
import io.rowlock.chaos.check.liveness.TakeOvers;
import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.plan.Amounts;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.HistoryReader;
import io.rowlock.chaos.timeline.Moments;
import io.rowlock.chaos.timeline.RecordedGrant;
import io.rowlock.chaos.timeline.Transaction;
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

    /** Whether the run made what it was asked for, or was asked for nothing. */
    public boolean isGoalReached() {
        return asked().areReachedBy(made());
    }

    /** A line for each amount that the run was asked for. */
    public List<String> goals() {
        return asked().compared(made());
    }

    private Amounts asked() {
        return Amounts.asked(histories.facts());
    }

    private Amounts made() {
        return new Amounts(acquisitions(), guardRaces(), histories.cuts());
    }

    public long acquisitions() {
        return histories.grants().size();
    }

    public long losses() {
        return histories.grants().stream()
                .filter(grant -> grant.lost() != Moments.NEVER)
                .count();
    }

    public long guarded() {
        return histories.transactions().stream()
                .filter(transaction -> transaction.committing() != Moments.NEVER || !transaction.isCommitted())
                .count();
    }

    /** Guarded transactions whose hold had ended, released or run out, before they did. */
    public long guardRaces() {
        Map<String, RecordedGrant> byToken = new HashMap<>();
        histories.grants().forEach(grant -> byToken.put(grant.lock() + " " + grant.token(), grant));
        return histories.transactions().stream()
                .filter(transaction -> !transaction.isFenced()
                        && isRace(transaction, byToken.get(transaction.lock() + " " + transaction.token())))
                .count();
    }

    private static boolean isRace(Transaction transaction, @Nullable RecordedGrant grant) {
        return grant != null && Math.min(grant.releasing(), grant.until()) < transaction.ended();
    }

    /** The kinds of fault that came at least once. */
    public long faultKinds() {
        return histories.faults().stream().map(fault -> fault.name()).distinct().count();
    }
}
