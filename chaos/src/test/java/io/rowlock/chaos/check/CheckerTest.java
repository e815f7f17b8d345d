package io.rowlock.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.chaos.check.liveness.TakeOvers;
import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.history.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each rule once broken and once kept, in histories written by hand. */
class CheckerTest {
    private final Story story = new Story();

    @Test
    void oneAfterTheOtherIsAllRight() {
        story.granted("a", 1, 0, 10)
                .released("a", 1, 20)
                .granted("b", 2, 15, 30)
                .released("b", 2, 40);
        assertThat(story.broken()).isEmpty();
    }

    @Test
    void twoWhoBelieveAtOnceAreCaught() {
        story.granted("a", 1, 0, 10)
                .granted("b", 2, 15, 30)
                .released("a", 1, 31)
                .released("b", 2, 40);
        assertThat(story.broken()).contains(Rule.OVERLAPPING_BELIEFS, Rule.OVERLAPPING_GRANTS);
    }

    @Test
    void twoThreadsOfOneProcessAreTwo() {
        story.granted("a", 1, 0, 10)
                .granted("a", 2, 15, 30)
                .released("a", 1, 31)
                .released("a", 2, 40);
        assertThat(story.broken()).contains(Rule.OVERLAPPING_BELIEFS);
    }

    @Test
    void aTakeOverWithinTheGraceOverlapsTheGrantButNotTheBelief() {
        story.granted("a", 1, 0, 10).event("a", Kind.LOST, 1_931, 1, "").granted("b", 2, 2_400, 2_500);
        assertThat(story.broken()).containsExactly(Rule.OVERLAPPING_GRANTS);
    }

    @Test
    void aTakeOverAfterLeaseAndGraceIsAllRight() {
        story.granted("a", 1, 0, 10).event("a", Kind.LOST, 1_931, 1, "").granted("b", 2, 2_400, 3_001);
        assertThat(story.broken()).isEmpty();
    }

    @Test
    void theGraceBelongsToARenewedGrantToo() {
        story.granted("a", 1, 0, 10)
                .held("a", 1, 4_000, 5_900)
                .event("a", Kind.LOST, 5_900, 1, "")
                .granted("b", 2, 6_000, 6_800);
        assertThat(story.broken()).containsExactly(Rule.OVERLAPPING_GRANTS);
    }

    @Test
    void aRenewedGrantIsOverWithTheGrace() {
        story.granted("a", 1, 0, 10)
                .held("a", 1, 4_000, 5_900)
                .event("a", Kind.LOST, 5_900, 1, "")
                .granted("b", 2, 6_000, 6_901);
        assertThat(story.broken()).isEmpty();
    }

    @Test
    void aStepOfTheDatabasesClockMayUseUpTheGrace() {
        story.granted("a", 1, 0, 10)
                .event("a", Kind.LOST, 1_931, 1, "")
                .granted("b", 2, 2_200, 2_300)
                .stepped(800, 1_900, 2_300);
        assertThat(story.broken()).isEmpty();
    }

    @Test
    void aStepThatLastsUsesUpTheGraceBeforeItIsTakenBack() {
        story.granted("a", 1, 0, 10)
                .event("a", Kind.LOST, 1_931, 1, "")
                .granted("b", 2, 2_200, 2_300)
                .stepping(800, 1_900);
        assertThat(story.broken()).isEmpty();
    }

    @Test
    void aStepAtAnotherTimeUsesUpNothing() {
        story.granted("a", 1, 0, 10)
                .event("a", Kind.LOST, 1_931, 1, "")
                .granted("b", 2, 2_200, 2_300)
                .stepped(800, 20_000, 21_000);
        assertThat(story.broken()).containsExactly(Rule.OVERLAPPING_GRANTS);
    }

    @Test
    void aStepBeforeTheLastRenewalUsesUpNothing() {
        story.granted("a", 1, 0, 10)
                .held("a", 1, 4_000, 5_900)
                .event("a", Kind.LOST, 5_900, 1, "")
                .stepped(800, 1_000, 2_000)
                .granted("b", 2, 6_000, 6_800);
        assertThat(story.broken()).containsExactly(Rule.OVERLAPPING_GRANTS);
    }

    @Test
    void aHoldThatIsEndedEarlyIsExcusedByAStepAtThatTimeAlone() {
        story.granted("a", 1, 0, 10)
                .event("a", Kind.LOST, 1_500, 1, "")
                .event("a", Kind.TOLD, 1_501, 1, "REVOKED_OR_TAKEN");
        story.stepped(800, 1_400, 1_600);
        assertThat(story.broken()).isEmpty();
        Story later = new Story().granted("a", 1, 0, 10).event("a", Kind.LOST, 1_500, 1, "");
        later.event("a", Kind.TOLD, 1_501, 1, "REVOKED_OR_TAKEN").stepped(800, 20_000, 21_000);
        assertThat(later.broken()).containsExactly(Rule.FOREIGN_RELEASE);
    }

    @Test
    void aRenewalProlongsBelief() {
        story.granted("a", 1, 0, 10)
                .held("a", 1, 1_000, 2_900)
                .granted("b", 2, 2_400, 2_800)
                .released("a", 1, 2_850);
        assertThat(story.broken()).contains(Rule.OVERLAPPING_BELIEFS);
    }

    @Test
    void theDeadBelieveNothingButTheirGrantStands() {
        story.granted("a", 1, 0, 10).killed("a", 20).granted("b", 2, 30, 40);
        assertThat(story.broken()).containsExactly(Rule.OVERLAPPING_GRANTS);
    }

    @Test
    void aTokenThatDoesNotGrowIsCaught() {
        story.granted("a", 5, 0, 10)
                .released("a", 5, 20)
                .granted("b", 4, 30, 40)
                .released("b", 4, 50);
        assertThat(story.broken()).contains(Rule.TOKENS_INCREASE);
    }

    @Test
    void aTokenThatComesTwiceIsCaught() {
        story.granted("a", 1, 7, 0, 10)
                .released("a", 7, 12)
                .granted("b", 2, 7, 5, 20)
                .released("b", 7, 22);
        assertThat(story.broken()).contains(Rule.TOKENS_INCREASE);
    }

    @Test
    void tokensOfRequestsThatCrossMayComeInAnyOrder() {
        story.granted("a", 5, 0, 30).released("a", 5, 31).granted("b", 4, 1, 10).released("b", 4, 20);
        assertThat(story.broken()).isEmpty();
    }

    @Test
    void aHoldThatEndsBeforeItsTimeThoughItsHolderDidNotEndItIsCaught() {
        story.granted("a", 1, 0, 10)
                .event("a", Kind.LOST, 700, 1, "")
                .event("a", Kind.TOLD, 701, 1, "REVOKED_OR_TAKEN");
        assertThat(story.broken()).containsExactly(Rule.FOREIGN_RELEASE);
    }

    @Test
    void aHoldThatIsRevokedOrTakenAfterItsTimeIsAllRight() {
        story.granted("a", 1, 0, 10)
                .event("a", Kind.LOST, 1_931, 1, "")
                .event("a", Kind.TOLD, 4_000, 1, "REVOKED_OR_TAKEN");
        assertThat(story.broken()).isEmpty();
    }

    @Test
    void aCommitSentAfterALaterGrantIsCaught() {
        story.granted("a", 1, 0, 10)
                .event("a", Kind.LOST, 1_931, 1, "")
                .granted("b", 2, 3_000, 3_100)
                .guarded("a", 9, 1, 3_200, Kind.COMMITTED)
                .stored(false, 1, 1, "a", 9);
        assertThat(story.broken()).containsExactly(Rule.STALE_COMMIT);
    }

    @Test
    void aCommitSentAfterALaterGrantIsCaughtThoughItsAnswerWasLost() {
        story.granted("a", 1, 0, 10)
                .event("a", Kind.LOST, 1_931, 1, "")
                .granted("b", 2, 3_000, 3_100)
                .guarded("a", 9, 1, 3_200, Kind.UNCLEAR);
        assertThat(story.broken()).isEmpty();
        story.stored(false, 1, 1, "a", 9);
        assertThat(story.broken()).containsExactly(Rule.STALE_COMMIT);
    }

    @Test
    void aCommitThatStandsBehindThatOfALaterGrantIsCaughtWhateverTheTime() {
        story.granted("a", 1, 0, 10)
                .event("a", Kind.LOST, 1_931, 1, "")
                .granted("b", 2, 3_000, 3_100)
                .guarded("a", 9, 1, 3_050, Kind.COMMITTED)
                .guarded("b", 9, 2, 3_200, Kind.COMMITTED)
                .stored(false, 1, 2, "b", 9)
                .stored(false, 2, 1, "a", 9);
        assertThat(story.broken()).containsExactly(Rule.STALE_COMMIT);
    }

    @Test
    void aCommitAfterTheDeadlineButBeforeTheNextGrantIsAllRight() {
        story.granted("a", 1, 0, 10)
                .event("a", Kind.LOST, 1_931, 1, "")
                .guarded("a", 9, 1, 3_050, Kind.COMMITTED)
                .granted("b", 2, 3_000, 3_100)
                .guarded("b", 9, 2, 3_200, Kind.COMMITTED)
                .stored(false, 1, 1, "a", 9)
                .stored(false, 2, 2, "b", 9);
        assertThat(story.broken()).isEmpty();
    }

    @Test
    void aRefusedCommitIsAllRight() {
        story.granted("a", 1, 0, 10)
                .event("a", Kind.LOST, 1_931, 1, "")
                .granted("b", 2, 3_000, 3_100)
                .guarded("a", 9, 1, 3_200, Kind.ABORTED);
        assertThat(story.broken()).isEmpty();
    }

    @Test
    void aFencedWriteBehindANewerOneIsCaught() {
        story.granted("a", 1, 0, 10)
                .event("a", Kind.LOST, 1_931, 1, "")
                .granted("b", 2, 3_000, 3_100)
                .fenced("b", 8, 2, 3_200)
                .fenced("a", 9, 1, 3_300)
                .stored(true, 1, 2, "b", 8)
                .stored(true, 2, 1, "a", 9);
        assertThat(story.broken()).containsExactly(Rule.STALE_FENCED_WRITE);
    }

    @Test
    void aConfirmedCommitThatIsNotThereIsCaught() {
        story.granted("a", 1, 0, 10)
                .guarded("a", 8, 1, 15, Kind.COMMITTED)
                .guarded("a", 9, 1, 16, Kind.COMMITTED)
                .released("a", 1, 20)
                .stored(false, 1, 1, "a", 8);
        assertThat(story.broken()).containsExactly(Rule.FALSE_ANSWER);
    }

    @Test
    void aRefusedCommitThatIsThereIsCaught() {
        story.granted("a", 1, 0, 10)
                .guarded("a", 8, 1, 15, Kind.ABORTED)
                .released("a", 1, 20)
                .stored(false, 1, 1, "a", 8);
        assertThat(story.broken()).containsExactly(Rule.FALSE_ANSWER);
    }

    @Test
    void aConfirmedCommitIsMissedWhereNothingIsStored() {
        story.granted("a", 1, 0, 10).guarded("a", 8, 1, 15, Kind.COMMITTED).released("a", 1, 20);
        assertThat(story.broken()).containsExactly(Rule.FALSE_ANSWER);
    }

    @Test
    void anUnclearCommitMayBeThereOrNot() {
        story.granted("a", 1, 0, 10)
                .guarded("a", 8, 1, 15, Kind.UNCLEAR)
                .guarded("a", 9, 1, 16, Kind.UNCLEAR)
                .released("a", 1, 20)
                .stored(false, 1, 1, "a", 8);
        assertThat(story.broken()).isEmpty();
    }

    @Test
    void aHolderThatIsToldAfterTheNextGrantIsCaught() {
        story.granted("a", 1, 0, 10).granted("b", 2, 2_000, 3_100).event("a", Kind.LOST, 3_200, 1, "");
        assertThat(story.broken()).containsExactly(Rule.LATE_NOTICE);
    }

    @Test
    void aHolderThatWasStoppedLearnsOnWaking() {
        story.granted("a", 1, 0, 10)
                .granted("b", 2, 2_000, 3_100)
                .event("a", Kind.LOST, 3_200, 1, "")
                .stopped("a", 100, 3_150);
        assertThat(story.broken()).isEmpty();
    }

    @Test
    void aStopThatWasOverInTimeExcusesNothing() {
        story.granted("a", 1, 0, 10)
                .granted("b", 2, 2_000, 3_100)
                .event("a", Kind.LOST, 3_200, 1, "")
                .stopped("a", 100, 200);
        assertThat(story.broken()).containsExactly(Rule.LATE_NOTICE);
    }

    @Test
    void aHoldThatIsHeldAgainAfterItsLossIsCaught() {
        story.granted("a", 1, 0, 10).event("a", Kind.LOST, 1_931, 1, "").held("a", 1, 1_950, 1_960);
        assertThat(story.broken()).containsExactly(Rule.NOT_FINAL);
    }

    @Test
    void aGrantThatIsInTheDatabaseAfterItsReleaseIsCaught() {
        story.granted("a", 1, 0, 10).released("a", 1, 20).seen(1, "a", 15, 22);
        assertThat(story.broken()).containsExactly(Rule.NOT_FINAL);
    }

    @Test
    void aGrantThatWasSeenBeforeItsReleaseWasConfirmedIsAllRight() {
        story.granted("a", 1, 0, 10).released("a", 1, 20).seen(1, "a", 15, 20);
        assertThat(story.broken()).isEmpty();
    }

    @Test
    void aGrantThatNobodyWasToldOfIsCaught() {
        story.asked("a", 1, 0, Kind.BUSY, 10).seen(7, "a", 100, 1_400);
        assertThat(story.broken()).containsExactly(Rule.UNKNOWN_GRANT);
    }

    @Test
    void aGrantOfARequestThatFailedIsGoneWithItsLease() {
        story.asked("a", 1, 0, Kind.FAILED, 1_000).fault("cut", 500, 900).seen(7, "a", 100, 2_100);
        assertThat(story.broken()).isEmpty();
        story.seen(7, "a", 100, 2_200);
        assertThat(story.broken()).containsExactly(Rule.UNKNOWN_GRANT);
    }

    @Test
    void aRequestThatWasRefusedExplainsNoGrantWhateverIsBroken() {
        story.asked("a", 1, 0, Kind.BUSY, 20).fault("cut", 0, 900).seen(7, "a", 10, 1_900);
        assertThat(story.broken()).containsExactly(Rule.UNKNOWN_GRANT);
    }

    @Test
    void aRequestThatCameAfterTheGrantDoesNotExplainIt() {
        story.asked("a", 1, 500, Kind.FAILED, 1_000).fault("cut", 0, 900).seen(7, "a", 100, 1_900);
        assertThat(story.broken()).containsExactly(Rule.UNKNOWN_GRANT);
    }

    @Test
    void aRequestExplainsALaterGrantOnlyIfItCanHaveBeenHeldUp() {
        story.asked("a", 1, 0, Kind.FAILED, 1_000)
                .fault("block-requests", 500, 2_500)
                .seen(7, "a", 2_500, 4_400);
        assertThat(story.broken()).isEmpty();
        Story cut = new Story().asked("a", 1, 0, Kind.FAILED, 1_000).fault("cut", 500, 2_500);
        assertThat(cut.seen(7, "a", 2_500, 4_400).broken()).containsExactly(Rule.UNKNOWN_GRANT);
    }

    @Test
    void aRequestThatCameWhileTheOnlookerWasLookingMayExplainTheGrant() {
        story.asked("a", 1, 500, Kind.FAILED, 1_000)
                .fault("cut", 0, 900)
                .looked(7, "a", 100, 600)
                .seen(7, "a", 650, 1_900);
        assertThat(story.broken()).isEmpty();
    }

    @Test
    void aFaultThatIsNotMendedYetIsOne() {
        story.asked("a", 1, 0, Kind.FAILED, 1_000)
                .nemesis(Kind.FAULT, 500, "-", 0, "cut")
                .seen(7, "a", 100, 1_900);
        assertThat(story.broken()).isEmpty();
    }

    @Test
    void whatIsBrokenLongAfterwardsExplainsNothing() {
        story.asked("a", 1, 0, Kind.FAILED, 1_000)
                .fault("cut", 2_300, 4_000)
                .killed("a", 5_000)
                .seen(7, "a", 100, 1_900);
        assertThat(story.broken()).containsExactly(Rule.UNKNOWN_GRANT);
    }

    @Test
    void aProcessThatDiesCannotTidyUp() {
        story.asked("a", 1, 0, Kind.ASK, 0).killed("a", 200).seen(7, "a", 100, 1_900);
        assertThat(story.broken()).isEmpty();
    }

    @Test
    void aRequestThatIsUnderWayMayHaveLostAnAnswer() {
        story.asked("a", 1, 0, Kind.BUSY, 4_000).fault("block-replies", 0, 900).seen(7, "a", 100, 2_000);
        assertThat(story.broken()).isEmpty();
    }

    @Test
    void aRequestThatFailsWhileNothingIsBrokenExplainsNothing() {
        story.asked("a", 1, 0, Kind.FAILED, 1_000).seen(7, "a", 100, 1_900);
        assertThat(story.broken()).containsExactly(Rule.UNKNOWN_GRANT);
    }

    @Test
    void anInterruptThatNobodyNoticesIsCaught() {
        story.asked("a", 1, 0, Kind.ASK, 0).event("a", Kind.INTERRUPT, 5, 1, "").event("a", Kind.BUSY, 10, 1, "");
        assertThat(story.broken()).containsExactly(Rule.LOST_INTERRUPT);
    }

    @Test
    void anInterruptThatEndsTheWaitOrMarksTheThreadIsAllRight() {
        story.asked("a", 1, 0, Kind.ASK, 0)
                .event("a", Kind.INTERRUPT, 5, 1, "")
                .event("a", Kind.INTERRUPTED, 10, 1, "")
                .asked("a", 2, 20, Kind.ASK, 0)
                .event("a", Kind.INTERRUPT, 25, 2, "")
                .event("a", Kind.FLAGGED, 29, 2, "")
                .event("a", Kind.BUSY, 30, 2, "");
        assertThat(story.broken()).isEmpty();
    }

    @Test
    void aCallThatEndsLongAfterItsTimeIsCaught() {
        story.granted("a", 1, 0, 10).released("a", 1, 20).waited("a", 2, 100, 120, Kind.FAILED, 6_200);
        assertThat(story.broken()).containsExactly(Rule.OVERDUE);
    }

    @Test
    void aCallThatNeverEndsIsCaughtWhenItsProcessHasEnded() {
        story.granted("a", 1, 0, 10)
                .released("a", 1, 20)
                .waited("a", 2, 100, 120, Kind.ASK, 0)
                .event("a", Kind.END, 6_200, 0, "threads= connections=0");
        assertThat(story.broken()).containsExactly(Rule.OVERDUE);
    }

    @Test
    void aCallMayTakeItsWaitAndTheCallTimeout() {
        story.granted("a", 1, 0, 10).released("a", 1, 20).waited("a", 2, 100, 8_100, Kind.FAILED, 9_200);
        assertThat(story.broken()).isEmpty();
    }

    @Test
    void aProcessThatStandsStillOrDiesCannotAnswer() {
        story.granted("a", 1, 0, 10)
                .released("a", 1, 20)
                .waited("a", 2, 100, 120, Kind.FAILED, 6_200)
                .stopped("a", 150, 6_100)
                .waited("b", 3, 100, 120, Kind.ASK, 0)
                .killed("b", 5_000)
                .granted("c", 4, 9_000, 9_010)
                .released("c", 4, 9_020);
        assertThat(story.broken()).isEmpty();
    }

    @Test
    void aLockThatNobodyHasAndSomeoneWaitsForIsCaught() {
        story.granted("a", 1, 0, 10).killed("a", 100).granted("b", 2, 200, 6_500);
        assertThat(story.broken()).containsExactly(Rule.ORPHAN);
    }

    @Test
    void aDeadHoldersLockIsGoneWithLeaseAndGrace() {
        story.granted("a", 1, 0, 10).killed("a", 100).granted("b", 2, 200, 3_300);
        assertThat(story.broken()).isEmpty();
    }

    @Test
    void whileTheDatabaseIsAwayNobodyCanBeGrantedAnything() {
        story.granted("a", 1, 0, 10)
                .killed("a", 100)
                .fault("kill-database", 3_000, 6_000)
                .granted("b", 2, 200, 6_500);
        assertThat(story.broken()).isEmpty();
    }

    @Test
    void aRequestThatFailedKeepsNoLockUnlessItWasSeenTo() {
        story.granted("a", 1, 0, 10)
                .killed("a", 100)
                .asked("c", 3, 3_000, Kind.FAILED, 3_500)
                .asked("c", 4, 4_000, Kind.INTERRUPTED, 4_500)
                .granted("b", 2, 200, 6_500);
        assertThat(story.broken()).containsExactly(Rule.ORPHAN);
        story.seen(7, "c", 4_100, 5_000);
        assertThat(story.broken()).isEmpty();
    }

    @Test
    void whatIsBrokenAfterwardsDoesNotExcuseALockThatWasFreeLongBefore() {
        story.granted("a", 1, 0, 10)
                .killed("a", 100)
                .fault("kill-database", 6_500, 8_000)
                .granted("b", 2, 200, 8_100);
        assertThat(story.broken()).containsExactly(Rule.ORPHAN);
    }

    @Test
    void aGuardedTransactionThatIsOpenKeepsTheLock() {
        story.granted("a", 1, 0, 10)
                .event("a", Kind.GUARDING, 50, 1, "by hand")
                .event("a", Kind.LOST, 1_931, 1, "")
                .stopped("a", 2_000, 9_000)
                .event("a", Kind.ABORTED, 9_001, 1, "")
                .granted("b", 2, 1_500, 9_500);
        assertThat(story.broken()).isEmpty();
    }

    @Test
    void whatIsLeftAtTheEndIsCaught() {
        story.granted("a", 1, 0, 10)
                .released("a", 1, 20)
                .event("a", Kind.END, 30, 0, "threads=rowlock-worker-1 connections=0");
        assertThat(story.broken()).containsExactly(Rule.LEAK);
        assertThat(new Story().fact("left.connections", "2").broken()).containsExactly(Rule.LEAK);
        assertThat(new Story().fact("left.locks", "lock-01").broken()).containsExactly(Rule.LEAK);
        assertThat(new Story().fact("stuck", "worker-1").broken()).containsExactly(Rule.LEAK);
    }

    @Test
    void whoLeavesNothingIsAllRight() {
        story.granted("a", 1, 0, 10)
                .released("a", 1, 20)
                .event("a", Kind.END, 30, 0, "threads= connections=0")
                .fact("left.connections", "0");
        assertThat(story.broken()).isEmpty();
    }

    @Test
    void takeOversAreTimedFromTheDeath() {
        story.granted("a", 1, 0, 10)
                .killed("a", 100)
                .fault("kill-worker", 100, 4_000)
                .granted("b", 2, 200, 3_300);
        assertThat(TakeOvers.of(story.histories()).nanos()).containsExactly(3_200_000_000L);
    }

    @Test
    void takeOversWhoseWaiterGaveUpBeforeAreCounted() {
        story.granted("a", 1, 0, 10)
                .killed("a", 100)
                .asked("b", 2, 200, Kind.BUSY, 3_400)
                .granted("b", 3, 3_500, 3_600);
        assertThat(TakeOvers.of(story.histories())).isEqualTo(new TakeOvers(List.of(), 1));
    }

    @Test
    void whoGaveUpBeforeTheLockCameFreeMissedNothing() {
        story.granted("a", 1, 0, 10)
                .killed("a", 100)
                .asked("b", 2, 200, Kind.BUSY, 220)
                .granted("b", 3, 3_500, 3_600);
        assertThat(TakeOvers.of(story.histories())).isEqualTo(new TakeOvers(List.of(), 0));
    }

    @Test
    void takeOversThatSomethingElseHeldUpAreNotTimed() {
        story.granted("a", 1, 0, 10).killed("a", 100).fault("cut", 1_000, 2_000).granted("b", 2, 200, 3_300);
        assertThat(TakeOvers.of(story.histories()).nanos()).isEmpty();
    }

    @Test
    void aGrantThatIsNotInTheDatabaseWhileItsHolderBelievesIsFound() {
        Story free = new Story()
                .granted("worker-1", 1, 0, 10)
                .lookedAtAll(20, 30, "")
                .released("worker-1", 1, 100);
        assertThat(free.broken()).containsExactly(Rule.BEHIND_THE_BACK);
        Story anothers = new Story()
                .granted("worker-1", 1, 0, 10)
                .lookedAtAll(20, 30, Story.LOCK + "=2")
                .released("worker-1", 1, 100);
        assertThat(anothers.broken()).containsExactly(Rule.BEHIND_THE_BACK);
    }

    @Test
    void aLookThatFindsTheGrantOrIsNotWhollyWithinTheBeliefIsRight() {
        Story right = new Story()
                .lookedAtAll(5, 15, "")
                .granted("worker-1", 1, 0, 10)
                .lookedAtAll(20, 30, "lock-07=9 " + Story.LOCK + "=1")
                .released("worker-1", 1, 100)
                .lookedAtAll(95, 105, "")
                .granted("worker-1", 2, 200, 210)
                .killed("worker-1", 300)
                .lookedAtAll(295, 305, "")
                .lookedAtAll(310, 320, "");
        assertThat(right.broken()).doesNotContain(Rule.BEHIND_THE_BACK);
    }
}
