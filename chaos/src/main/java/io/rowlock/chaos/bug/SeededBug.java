package io.rowlock.chaos.bug;

import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.plan.FaultKind;
import io.rowlock.chaos.plan.RunPlan;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The bugs on which the harness is tried. */
@SuppressWarnings("ImmutableEnumChecker")
public enum SeededBug {
    JVM_CLOCK(
            "the JVM's clock decides whether a lease is over",
            TakeOverBugs::jvmClock,
            EnumSet.of(Rule.OVERLAPPING_GRANTS),
            FaultKind.WORKER_CLOCK),
    LOCAL_TIME(
            "expiry is judged in the JVM's time zone",
            TakeOverBugs::localTime,
            EnumSet.of(Rule.OVERLAPPING_GRANTS),
            FaultKind.WORKER_ZONE),
    NO_GRACE("takers do not wait for the grace", TakeOverBugs::noGrace, EnumSet.of(Rule.OVERLAPPING_GRANTS)),
    IMPATIENT_TAKE_OVER(
            "a lock that was not renewed for a while is taken before its lease is over",
            TakeOverBugs::impatient,
            EnumSet.of(Rule.OVERLAPPING_GRANTS)),
    CHECK_THEN_ACT(
            "a lock is looked at, found free, and taken without looking again",
            TakeOverBugs::checkThenAct,
            EnumSet.of(Rule.OVERLAPPING_GRANTS)),
    STALE_HEARTBEAT(
            "a take-over trusts a heartbeat that was read earlier, without compare-and-set",
            TakeOverBugs::staleHeartbeat,
            EnumSet.of(Rule.OVERLAPPING_GRANTS)),
    ORPHANS_STAY(
            "a lock that was not released is never given to another",
            TakeOverBugs::orphansStay,
            EnumSet.of(Rule.ORPHAN),
            FaultKind.KILL_WORKER),
    NOTIFICATION_TRUSTED(
            "a notification is taken for a grant",
            StoreBugs::notificationTrusted,
            EnumSet.of(Rule.OVERLAPPING_GRANTS, Rule.FOREIGN_RELEASE)),
    UNKNOWN_IS_YES(
            "an acquire whose answer was lost counts as granted",
            StoreBugs::unknownIsYes,
            EnumSet.of(Rule.OVERLAPPING_GRANTS, Rule.FOREIGN_RELEASE),
            FaultKind.BYTE_CUT),
    UNKNOWN_IS_NO(
            "an acquire whose answer was lost counts as refused",
            StoreBugs::unknownIsNo,
            EnumSet.of(Rule.UNKNOWN_GRANT),
            FaultKind.CUT),
    WRONG_CALLER(
            "the answers of a batch are given to the wrong callers",
            StoreBugs::wrongCaller,
            EnumSet.of(Rule.OVERLAPPING_GRANTS)),
    LONGER_THAN_THE_LEASE(
            "the database is told a shorter lease than the holder believes in",
            StoreBugs::longBelief,
            EnumSet.of(Rule.OVERLAPPING_GRANTS, Rule.OVERLAPPING_BELIEFS)),
    ROW_LOCKED_IS_LOSS(
            "a locked row is reported as a loss", StoreBugs::rowLockedIsLoss, EnumSet.of(Rule.FOREIGN_RELEASE)),
    ERROR_IS_LOSS(
            "a renewal that failed is reported as a loss",
            StoreBugs::errorIsLoss,
            EnumSet.of(Rule.FOREIGN_RELEASE),
            FaultKind.CUT),
    RENEWAL_NOT_SENT(
            "a renewal is reported as done, and never sent",
            StoreBugs::renewalNotSent,
            EnumSet.of(Rule.OVERLAPPING_GRANTS, Rule.OVERLAPPING_BELIEFS)),
    SHORT_RENEWAL(
            "a renewal for longer is reported as done, and the row keeps the usual lease",
            StoreBugs::shortRenewal,
            EnumSet.of(Rule.OVERLAPPING_GRANTS, Rule.OVERLAPPING_BELIEFS)),
    KEPT_IS_FREE(
            "a release that is to keep the lock frees it at once", StoreBugs::keptIsFree, EnumSet.of(Rule.NOT_KEPT)),
    ALWAYS_CONFIRMED(
            "a release says that the lock was held, though it was not",
            ClientBugs::alwaysConfirmed,
            EnumSet.of(Rule.FALSE_RELEASE)),
    RELEASE_NOT_SENT(
            "a release is reported as done, and never sent", StoreBugs::releaseNotSent, EnumSet.of(Rule.NOT_FINAL)),
    RENEWED_AFTER_RELEASE(
            "a lock is renewed after its release", StoreBugs::renewedAfterRelease, EnumSet.of(Rule.NOT_FINAL)),
    DUPLICATE_WINS(
            "a duplicate of an acquire wins after the release",
            StoreBugs::duplicateWins,
            EnumSet.of(Rule.UNKNOWN_GRANT)),
    GUARD_ONLY_READS("a guard only reads", GuardBugs::onlyReads, EnumSet.of(Rule.STALE_COMMIT)),
    GUARD_ANY_TOKEN("a guard does not look whose the lock is", GuardBugs::anyToken, EnumSet.of(Rule.STALE_COMMIT)),
    GUARD_LETS_GO(
            "a guard gives its lock back before the transaction ends, as at a prepare",
            GuardBugs::letsGo,
            EnumSet.of(Rule.STALE_COMMIT)),
    COMMIT_DENIED(
            "a guarded commit is reported as refused, though it was made",
            GuardBugs::commitDenied,
            EnumSet.of(Rule.FALSE_ANSWER)),
    FENCE_WITHOUT_MEMORY("a fence lets every token pass", GuardBugs::openFence, EnumSet.of(Rule.STALE_FENCED_WRITE)),
    RELEASE_BY_NAME(
            "a release does not look whose the lock is",
            ClientBugs::releaseByName,
            EnumSet.of(Rule.OVERLAPPING_GRANTS, Rule.FOREIGN_RELEASE)),
    DEADLINE_FROM_REPLY(
            "the deadline is counted from a reply that comes late",
            ClientBugs::deadlineFromReply,
            EnumSet.of(Rule.OVERLAPPING_BELIEFS, Rule.LATE_NOTICE)),
    LOSS_NOT_TOLD("onLost is never called", ClientBugs::lossNotTold, EnumSet.of(Rule.LATE_NOTICE)),
    STALE_BELIEF("isHeld answers what it answered a while ago", ClientBugs::staleBelief, EnumSet.of(Rule.NOT_FINAL)),
    REVIVAL(
            "an expired hold is believed again if nobody seems to have taken the lock",
            ClientBugs::revival,
            EnumSet.of(Rule.NOT_FINAL)),
    SHARED_HOLD(
            "two threads of a process get the same hold",
            ClientBugs::sharedHold,
            EnumSet.of(Rule.OVERLAPPING_GRANTS, Rule.OVERLAPPING_BELIEFS)),
    COARSE_TOKEN("tokens are seconds of the clock", ClientBugs::coarseToken, EnumSet.of(Rule.TOKENS_INCREASE)),
    LOCAL_TOKEN("each process counts its tokens by itself", ClientBugs::localToken, EnumSet.of(Rule.TOKENS_INCREASE)),
    LOST_INTERRUPT("an interrupt is swallowed", ClientBugs::lostInterrupt, EnumSet.of(Rule.LOST_INTERRUPT)),
    FORGOTTEN_GRANT(
            "a grant that arrives after an interrupt is kept for ever",
            ClientBugs::forgottenGrant,
            EnumSet.of(Rule.UNKNOWN_GRANT)),
    HANGING_CALL("a call goes on waiting after its time", ClientBugs::hangingCall, EnumSet.of(Rule.OVERDUE)),
    RELEASED_AFTER_REJECTION(
            "a claim that was refused, and then granted, is released as if it were in doubt",
            RejectionBugs::releasedAfterRejection,
            EnumSet.of(Rule.BEHIND_THE_BACK),
            FaultKind.REFUSE_STATEMENTS),
    HELD_GRANT_IN_DOUBT(
            "a grant that is held is handed in for release in the background",
            BackgroundReleaseBugs::ofAHeldGrant,
            EnumSet.of(Rule.BEHIND_THE_BACK)),
    REJECTION_IS_LOSS(
            "a renewal that the database refuses for a moment is reported as a loss",
            RejectionBugs::rejectionIsLoss,
            EnumSet.of(Rule.FOREIGN_RELEASE),
            FaultKind.REFUSE_STATEMENTS),
    REJECTION_IS_GRANT(
            "a claim that the database refuses for a moment counts as granted",
            RejectionBugs::rejectionIsGrant,
            EnumSet.of(Rule.BEHIND_THE_BACK, Rule.OVERLAPPING_GRANTS),
            FaultKind.REFUSE_STATEMENTS),
    READ_ONLY_IS_RELEASED(
            "a release that a read-only database refuses counts as done",
            RejectionBugs::rejectionIsRelease,
            EnumSet.of(Rule.NOT_FINAL),
            FaultKind.READ_ONLY),
    NO_CONNECTION_IS_RELEASED(
            "a release that gets no connection from the pool, or no answer, counts as done",
            RejectionBugs::noConnectionIsRelease,
            EnumSet.of(Rule.NOT_FINAL),
            FaultKind.FILL_POOL),
    STATEMENT_MISTAKEN(
            "behind a pooler a renewal runs as a release now and then, and counts as done",
            RejectionBugs::statementMistaken,
            EnumSet.of(Rule.BEHIND_THE_BACK),
            FaultKind.POOLER),
    LATE_CLAIM(
            "a claim that was held up by DDL wins after its last moment, and is kept",
            RejectionBugs::lateClaim,
            EnumSet.of(Rule.UNKNOWN_GRANT),
            FaultKind.DDL),
    LEFT_OPEN("close does not close", ClientBugs::leftOpen, EnumSet.of(Rule.LEAK));

    /** The kept report of a trial names a bug by them, so they change only together with it. */
    private final String words;

    private final Supplier<Bug> bug;
    private final Set<Rule> rules;
    private final List<FaultKind> faults;

    SeededBug(String words, Supplier<Bug> bug, Set<Rule> rules, FaultKind... faults) {
        this.words = words;
        this.bug = bug;
        this.rules = rules;
        this.faults = List.of(faults);
    }

    /** The bug of that name; empty when it is empty. */
    public static Optional<SeededBug> named(String name) {
        return name.isEmpty()
                ? Optional.empty()
                : Optional.of(Arrays.stream(values())
                        .filter(one -> one.toString().equals(name))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("no bug is named '" + name + "'")));
    }

    /** A description of the bug. */
    public String words() {
        return words;
    }

    /** Whether a rule is one by which it ought to be caught; others may fall with it, or for reasons of their own. */
    public boolean breaks(Rule rule) {
        return rules.contains(rule);
    }

    /** The fault without which the bug does not show; empty for most. */
    public List<FaultKind> faults() {
        return faults;
    }

    /**
     * How much goes on at once. A grant of which nobody was told is excused by any request for the same lock that failed at the
     * time; with few locks there nearly always is one, so a bug that shows by nothing else gets many.
     */
    public RunPlan.Size size() {
        return rules.equals(EnumSet.of(Rule.UNKNOWN_GRANT)) ? RunPlan.Size.SPARSE : RunPlan.Size.SMALL;
    }

    /** Whether it shows only when everything is closed. */
    public boolean showsAtTheEnd() {
        return this == LEFT_OPEN;
    }

    Bug bug() {
        return bug.get();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
