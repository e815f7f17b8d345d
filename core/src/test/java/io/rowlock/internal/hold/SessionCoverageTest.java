package io.rowlock.internal.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.LockDefinition;
import io.rowlock.internal.hold.HoldState.Event;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.time.ManualTicker;
import io.rowlock.internal.time.Terms;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which session covers a hold, and how long the hold counts as held meanwhile. */
class SessionCoverageTest {
    private static final Duration LEASE = Duration.ofSeconds(30);

    private final ManualTicker ticker = new ManualTicker();
    private final HoldState hold =
            new HoldState(ticker, LockDefinition.of("watched").withLease(LEASE), HoldKind.LEASE, ticker.nanos());
    private final Session session = session("session.one");

    private Session session(String id) {
        return new Session(id, new Terms(LEASE, Duration.ofSeconds(1)), ticker, ticker.nanos());
    }

    private Renewal begin(Session accepting) {
        return hold.beginRenewal(Optional.of(accepting)).orElseThrow();
    }

    private void answer(Renewal renewal, @Nullable GrantOutcome outcome) {
        hold.renewalAnswered(renewal, outcome, ticker.nanos());
    }

    private void join() {
        answer(begin(session), GrantOutcome.DONE);
    }

    /** A hold that a session covers is renewed much later than one that must be renewed by itself. */
    private boolean isCovered() {
        return !hold.isDue(ticker.in(LEASE));
    }

    @Test
    void withoutASessionItIsRenewedPlainly() {
        Renewal renewal = hold.beginRenewal(Optional.empty()).orElseThrow();
        assertThat(renewal).isEqualTo(Renewal.PLAIN);
        answer(renewal, GrantOutcome.DONE);
        assertThat(hold.session()).isEmpty();
        assertThat(isCovered()).isFalse();
    }

    @Test
    void onceItHasJoinedItLastsAsLongAsItsSession() {
        join();
        assertThat(isCovered()).isTrue();
        ticker.pass(Duration.ofSeconds(20));
        session.heartbeatAnswered(true, ticker.nanos());
        ticker.pass(Duration.ofSeconds(20));
        assertThat(hold.isHeld()).isTrue();
        ticker.pass(Duration.ofSeconds(10));
        assertThat(hold.isHeld()).isFalse();
    }

    @Test
    void untilItsJoinIsAnsweredTheSessionDoesNotCount() {
        Renewal joining = begin(session);
        assertThat(joining).isEqualTo(new Renewal.Joining(session));
        assertThat(hold.session()).contains(session);
        ticker.pass(Duration.ofSeconds(20));
        session.heartbeatAnswered(true, ticker.nanos());
        ticker.pass(Duration.ofSeconds(10));
        assertThat(hold.isHeld()).isFalse();
    }

    @Test
    void afterARenewalThatWasNotDoneTheNextIsPlain() {
        Renewal joining = begin(session);
        answer(joining, null);
        Renewal plain = begin(session);
        assertThat(plain).isEqualTo(Renewal.PLAIN);
        answer(plain, GrantOutcome.DONE);
        assertThat(begin(session)).isEqualTo(joining);
    }

    @Test
    void itLeavesASessionThatIsOverAndThenJoinsAnother() {
        join();
        session.heartbeatAnswered(false, ticker.nanos());
        assertThat(hold.isDue(ticker.nanos())).as("due at once").isTrue();
        assertThat(hold.isOverdue(ticker.nanos())).isTrue();
        Session next = session("session.two");

        Renewal leaving = begin(next);

        assertThat(leaving).isEqualTo(new Renewal.Leaving(session));
        answer(leaving, GrantOutcome.DONE);
        assertThat(begin(next)).isEqualTo(new Renewal.Joining(next));
    }

    @Test
    void aRefusedHeartbeatTakesNothingBackAndAddsNothing() {
        join();
        ticker.pass(Duration.ofSeconds(10));
        session.heartbeatAnswered(false, ticker.nanos());
        assertThat(session.isOver()).isTrue();
        assertThat(hold.isHeld()).isTrue();
        session.heartbeatAnswered(true, ticker.nanos());
        ticker.pass(Duration.ofSeconds(20));
        assertThat(hold.isHeld()).isFalse();
    }

    @Test
    void aHeartbeatThatIsAnsweredTooLateIsNone() {
        join();
        long sentAt = ticker.nanos();
        ticker.pass(LEASE);
        session.heartbeatAnswered(true, sentAt + 1);
        assertThat(session.isOver()).isTrue();
        assertThat(hold.isHeld()).isFalse();
    }

    @Test
    void aFailedHeartbeatEndsNothing() {
        join();
        session.heartbeatFailed(ticker.nanos());
        assertThat(session.isOver()).isFalse();
        assertThat(isCovered()).isTrue();
    }

    @Test
    void whileItIsDetachedLaterHeartbeatsDoNotCount() {
        join();
        ticker.pass(Duration.ofSeconds(10));
        session.heartbeatAnswered(true, ticker.nanos());
        hold.on(Event.DETACH_BEGUN);
        assertThat(begin(session)).isEqualTo(Renewal.PLAIN);
        ticker.pass(Duration.ofSeconds(20));
        assertThat(hold.isHeld()).as("until the deadline of the last heartbeat").isTrue();
        session.heartbeatAnswered(true, ticker.nanos());
        ticker.pass(Duration.ofSeconds(10));
        assertThat(hold.isHeld()).isFalse();
    }

    /** Nobody may be able to take its row out of the session. */
    @Test
    void aHoldThatExpiresEndsItsSession() {
        answer(begin(session), null);
        ticker.pass(Duration.ofSeconds(20));
        session.heartbeatAnswered(true, ticker.nanos());
        ticker.pass(Duration.ofSeconds(10));
        assertThat(hold.isHeld()).isFalse();
        assertThat(session.isOver()).isTrue();
    }

    /** The row leaves that session, so the hold must not depend on it any more. */
    @Test
    void aJoinThatIsAnsweredWhileItIsDetachedDoesNotCover() {
        Renewal joining = begin(session);
        hold.on(Event.DETACH_BEGUN);
        answer(joining, GrantOutcome.DONE);

        assertThat(hold.session()).contains(session);
        ticker.pass(Duration.ofSeconds(20));
        session.heartbeatAnswered(true, ticker.nanos());
        ticker.pass(Duration.ofSeconds(10));
        assertThat(hold.isHeld()).isFalse();
    }

    /** A statement that leaves the session may still be done, behind the hold's back. */
    @Test
    void afterAFailedDetachTheSameSessionNeverCoversItAgain() {
        join();
        hold.on(Event.DETACH_BEGUN);
        hold.on(Event.DETACH_FAILED);

        assertThat(session.isOver()).isTrue();
        assertThat(begin(session("session.two"))).isEqualTo(new Renewal.Leaving(session));
    }

    /** A join that was not answered may be done after the row has left, and the session must not keep the row then. */
    @Test
    void aSessionWhoseJoinIsInDoubtEndsWhenTheRowLeaves() {
        answer(begin(session), null);
        hold.renewed(new Renewal.Leaving(session), ticker.nanos());

        assertThat(session.isOver()).isTrue();
    }

    @Test
    void aSessionThatItSurelyLeftGoesOn() {
        join();
        hold.on(Event.DETACH_BEGUN);
        hold.renewed(new Renewal.Leaving(session), ticker.nanos());

        assertThat(hold.session()).isEmpty();
        assertThat(session.isOver()).isFalse();
    }

    @Test
    void whileATransactionReleasesItItJoinsNoSession() {
        hold.on(Event.TRANSACTION_BEGUN);
        assertThat(begin(session)).isEqualTo(Renewal.PLAIN);
    }
}
