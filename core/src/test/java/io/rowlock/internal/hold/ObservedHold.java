package io.rowlock.internal.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.LockDefinition;
import io.rowlock.internal.hold.HoldState.Event;
import io.rowlock.internal.hold.HoldState.Loss;
import io.rowlock.internal.hold.HoldState.State;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.time.ManualTicker;
import io.rowlock.internal.time.Terms;
import io.rowlock.internal.time.Timing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A hold, its clock and its session, and the last moment until which it may be held. */
final class ObservedHold {
    private static final Duration LEASE = Duration.ofSeconds(30);
    static final Duration HELD_FOR = Duration.ofNanos(Timing.beliefNanos(LEASE));
    private static final Terms TERMS = new Terms(LEASE, Duration.ofSeconds(1));

    final ManualTicker ticker = new ManualTicker();
    final long start = ticker.nanos();
    final HoldState hold = new HoldState(ticker, LockDefinition.of("watched").withLease(LEASE), HoldKind.LEASE, start);
    final Session session = new Session("session.one", TERMS, ticker, start);
    final List<Loss> losses = new ArrayList<>();
    long limit = ticker.in(HELD_FOR);

    /** A new hold that was brought to this state. */
    static ObservedHold in(State state) {
        ObservedHold subject = new ObservedHold();
        switch (state) {
            case HELD -> {}
            case DETACHING -> subject.hold.on(Event.DETACH_BEGUN);
            case RELEASING -> {
                subject.hold.on(Event.TRANSACTION_BEGUN);
                subject.hold.probeFrom(subject.ticker.nanos());
            }
            case CLOSING -> subject.hold.on(Event.LEFT_TO_CLIENT);
            case LOST -> subject.hold.on(Event.NOT_OWNER);
            case RELEASED -> subject.hold.on(Event.CLOSED);
            case DETACHED -> {
                subject.hold.on(Event.DETACH_BEGUN);
                subject.hold.on(Event.DETACH_DONE);
            }
        }
        assertThat(subject.hold.state()).isEqualTo(state);
        return subject;
    }

    void sentNow() {
        limit = ticker.in(HELD_FOR);
    }

    void reply(Renewal renewal, @Nullable GrantOutcome outcome, long sentAt) {
        if (outcome == GrantOutcome.DONE && sentAt + HELD_FOR.toNanos() - limit > 0) {
            limit = sentAt + HELD_FOR.toNanos();
        }
        hold.renewalAnswered(renewal, outcome, sentAt);
    }

    void reply(@Nullable GrantOutcome outcome) {
        reply(hold.beginRenewal(Optional.empty()).orElse(Renewal.PLAIN), outcome, ticker.nanos());
    }
}
