package io.rowlock.internal.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.time.ManualTicker;
import io.rowlock.internal.time.Terms;
import io.rowlock.internal.time.Timing;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which session keeps a hold, and what is believed meanwhile. */
class SessionMembershipTest {
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration BELIEF = Duration.ofNanos(Timing.beliefNanos(LEASE));

    private final ManualTicker ticker = new ManualTicker();
    private final Belief belief = new Belief(ticker, ticker.in(BELIEF));
    private final SessionMembership membership = new SessionMembership(belief);
    private final Session session = session("session.one");

    private Session session(String id) {
        return new Session(id, new Terms(LEASE, Duration.ofSeconds(1)), ticker, ticker.nanos());
    }

    private void join() {
        membership.answered(membership.begin(Optional.of(session)), true);
    }

    @Test
    void withoutASessionItIsRenewedPlainly() {
        assertThat(membership.begin(Optional.empty())).isEqualTo(Renewal.PLAIN);
        assertThat(membership.session()).isEmpty();
        assertThat(membership.isKept()).isFalse();
    }

    @Test
    void onceItHasJoinedItLastsAsLongAsItsSession() {
        join();
        assertThat(membership.isKept()).isTrue();
        ticker.pass(Duration.ofSeconds(20));
        session.heartbeatAnswered(true, ticker.nanos());
        ticker.pass(Duration.ofSeconds(20));
        assertThat(belief.stands()).isTrue();
        ticker.pass(Duration.ofSeconds(10));
        assertThat(belief.stands()).isFalse();
    }

    @Test
    void untilItsJoiningIsAnsweredItHasNothingOfTheSession() {
        Renewal joining = membership.begin(Optional.of(session));
        assertThat(joining).isEqualTo(new Renewal.Joining(session));
        assertThat(membership.session()).contains(session);
        assertThat(membership.isKept()).isFalse();
        ticker.pass(Duration.ofSeconds(20));
        session.heartbeatAnswered(true, ticker.nanos());
        ticker.pass(Duration.ofSeconds(10));
        assertThat(belief.stands()).isFalse();
    }

    @Test
    void afterARenewalThatWasNotDoneTheNextIsPlain() {
        Renewal joining = membership.begin(Optional.of(session));
        membership.answered(joining, false);
        Renewal plain = membership.begin(Optional.of(session));
        assertThat(plain).isEqualTo(Renewal.PLAIN);
        membership.answered(plain, true);
        assertThat(membership.begin(Optional.of(session))).isEqualTo(joining);
    }

    @Test
    void itLeavesASessionThatIsOverAndThenJoinsAnother() {
        join();
        session.heartbeatAnswered(false, ticker.nanos());
        assertThat(membership.isOrphaned()).isTrue();
        Session next = session("session.two");

        Renewal leaving = membership.begin(Optional.of(next));

        assertThat(leaving).isEqualTo(new Renewal.Leaving(session));
        assertThat(membership.isOrphaned()).as("still to be dealt with").isFalse();
        membership.answered(leaving, true);
        assertThat(membership.begin(Optional.of(next))).isEqualTo(new Renewal.Joining(next));
    }

    @Test
    void aRefusedHeartbeatTakesNothingBackAndAddsNothing() {
        join();
        ticker.pass(Duration.ofSeconds(10));
        session.heartbeatAnswered(false, ticker.nanos());
        assertThat(session.isOver()).isTrue();
        assertThat(belief.stands()).isTrue();
        session.heartbeatAnswered(true, ticker.nanos());
        ticker.pass(Duration.ofSeconds(20));
        assertThat(belief.stands()).isFalse();
    }

    @Test
    void aHeartbeatThatIsAnsweredTooLateIsNone() {
        join();
        long sentAt = ticker.nanos();
        ticker.pass(LEASE);
        session.heartbeatAnswered(true, sentAt + 1);
        assertThat(session.isOver()).isTrue();
        assertThat(belief.stands()).isFalse();
    }

    @Test
    void aFailedHeartbeatEndsNothing() {
        join();
        session.heartbeatFailed(ticker.nanos());
        assertThat(session.isOver()).isFalse();
        assertThat(membership.isKept()).isTrue();
    }

    @Test
    void barredItHasNoMoreOfTheSessionThanBefore() {
        join();
        ticker.pass(Duration.ofSeconds(10));
        session.heartbeatAnswered(true, ticker.nanos());
        membership.bar();
        assertThat(membership.begin(Optional.of(session))).isEqualTo(Renewal.PLAIN);
        ticker.pass(Duration.ofSeconds(20));
        assertThat(belief.stands()).as("what the last heartbeat gave").isTrue();
        session.heartbeatAnswered(true, ticker.nanos());
        ticker.pass(Duration.ofSeconds(10));
        assertThat(belief.stands()).isFalse();
    }

    @Test
    void whoCannotBeReleasedEndsTheSession() {
        join();
        membership.abandon();
        assertThat(session.isOver()).isTrue();
    }

    /** The row leaves that session, and the hold must not believe in it any more. */
    @Test
    void aJoiningThatIsAnsweredOnceItIsBarredIsNotRestedOn() {
        Renewal joining = membership.begin(Optional.of(session));
        membership.bar();
        membership.answered(joining, true);

        assertThat(membership.isKept()).isFalse();
        assertThat(membership.session()).contains(session);
        ticker.pass(Duration.ofSeconds(20));
        session.heartbeatAnswered(true, ticker.nanos());
        ticker.pass(Duration.ofSeconds(10));
        assertThat(belief.stands()).isFalse();
    }

    /** Leaving that session may be on its way yet, and would be done behind its back. */
    @Test
    void whatCouldNotBeDetachedDoesNotRestOnTheSameSessionAgain() {
        join();
        membership.bar();
        membership.unbar();

        assertThat(session.isOver()).isTrue();
        assertThat(membership.begin(Optional.of(session("session.two")))).isEqualTo(new Renewal.Leaving(session));
    }

    /** A joining that was not answered may come about after it has left, and the row must not be kept by it. */
    @Test
    void aSessionThatItMayYetJoinEndsWhenItLeaves() {
        membership.answered(membership.begin(Optional.of(session)), false);
        membership.left();

        assertThat(session.isOver()).isTrue();
    }

    @Test
    void aSessionThatItSurelyLeftGoesOn() {
        join();
        membership.left();

        assertThat(session.isOver()).isFalse();
    }
}
