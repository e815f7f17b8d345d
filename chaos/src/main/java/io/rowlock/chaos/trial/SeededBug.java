package io.rowlock.chaos.trial;

import io.rowlock.chaos.run.FaultKind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** The bugs on which the harness is tried. */
@SuppressWarnings("ImmutableEnumChecker")
public enum SeededBug {
    JVM_CLOCK("the JVM's clock decides whether a lease is over", StoreBugs::jvmClock, FaultKind.WORKER_CLOCK),
    LOCAL_TIME("expiry is judged in the JVM's time zone", StoreBugs::localTime, FaultKind.WORKER_ZONE),
    NO_GRACE("takers do not wait for the grace", StoreBugs::noGrace),
    IMPATIENT_TAKE_OVER(
            "a lock that was not renewed for a while is taken before its lease is over", StoreBugs::impatient),
    CHECK_THEN_ACT("a lock is looked at, found free, and taken without looking again", StoreBugs::checkThenAct),
    STALE_HEARTBEAT(
            "a take-over trusts a heartbeat that was read earlier, without compare-and-set", StoreBugs::staleHeartbeat),
    NOTIFICATION_TRUSTED("a notification is taken for a grant", StoreBugs::notificationTrusted),
    UNKNOWN_IS_YES("an acquire whose answer was lost counts as granted", StoreBugs::unknownIsYes, FaultKind.BYTE_CUT),
    UNKNOWN_IS_NO("an acquire whose answer was lost counts as refused", StoreBugs::unknownIsNo, FaultKind.CUT),
    WRONG_CALLER("the answers of a batch are given to the wrong callers", StoreBugs::wrongCaller),
    LONGER_THAN_THE_LEASE("the database is told a shorter lease than the holder believes in", StoreBugs::longBelief),
    ROW_LOCKED_IS_LOSS("a locked row is reported as a loss", StoreBugs::rowLockedIsLoss),
    ERROR_IS_LOSS("a renewal that failed is reported as a loss", StoreBugs::errorIsLoss, FaultKind.CUT),
    RENEWAL_NOT_SENT("a renewal is reported as done, and never sent", StoreBugs::renewalNotSent),
    RELEASE_NOT_SENT("a release is reported as done, and never sent", StoreBugs::releaseNotSent),
    RENEWED_AFTER_RELEASE("a lock is renewed after its release", StoreBugs::renewedAfterRelease),
    DUPLICATE_WINS("a duplicate of an acquire wins after the release", StoreBugs::duplicateWins),
    GUARD_ONLY_READS("a guard only reads", GuardBugs::onlyReads),
    GUARD_ANY_TOKEN("a guard does not look whose the lock is", GuardBugs::anyToken),
    COMMIT_DENIED("a guarded commit is reported as refused, though it was made", GuardBugs::commitDenied),
    FENCE_WITHOUT_MEMORY("a fence lets every token pass", GuardBugs::openFence),
    RELEASE_BY_NAME("a release does not look whose the lock is", ClientBugs::releaseByName),
    DEADLINE_FROM_REPLY("the deadline is counted from a reply that comes late", ClientBugs::deadlineFromReply),
    LOSS_NOT_TOLD("onLost is never called", ClientBugs::lossNotTold),
    STALE_BELIEF("isHeld answers what it answered a while ago", ClientBugs::staleBelief),
    REVIVAL("an expired hold is believed again if nobody seems to have taken the lock", ClientBugs::revival),
    SHARED_HOLD("two threads of a process get the same hold", ClientBugs::sharedHold),
    COARSE_TOKEN("tokens are seconds of the clock", ClientBugs::coarseToken),
    LOCAL_TOKEN("each process counts its tokens by itself", ClientBugs::localToken),
    LOST_INTERRUPT("an interrupt is swallowed", ClientBugs::lostInterrupt),
    FORGOTTEN_GRANT("a grant that arrives after an interrupt is kept for ever", ClientBugs::forgottenGrant),
    LEFT_OPEN("close does not close", ClientBugs::leftOpen);

    private final String words;
    private final Supplier<Bug> bug;
    private final List<FaultKind> faults;

    SeededBug(String words, Supplier<Bug> bug, FaultKind... faults) {
        this.words = words;
        this.bug = bug;
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

    /** What is wrong. */
    public String words() {
        return words;
    }

    /** What must be broken for it to show; nothing for most. */
    public List<FaultKind> faults() {
        return faults;
    }

    /** Whether it shows only when everything is closed. */
    boolean showsAtTheEnd() {
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
