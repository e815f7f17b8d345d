package io.rowlock.internal.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.hold.HoldState.Event;
import io.rowlock.internal.store.GrantOutcome;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The steps that tests take with a hold, by name: every event, and every call of a method. */
final class HoldSteps {
    static final Map<String, Consumer<ObservedHold>> ALL = steps();

    private HoldSteps() {}

    private static Map<String, Consumer<ObservedHold>> steps() {
        Map<String, Consumer<ObservedHold>> steps = new HashMap<>();
        for (Event event : Event.values()) {
            steps.put(event.name(), subject -> subject.hold.on(event));
        }
        steps.put(Event.DEADLINE_PASSED.name(), subject -> {
            subject.session.retire();
            subject.ticker.pass(ObservedHold.HELD_FOR.multipliedBy(2));
        });
        steps.put("reply_done", subject -> subject.reply(GrantOutcome.DONE));
        steps.put("old_reply_done", subject -> subject.reply(Renewal.PLAIN, GrantOutcome.DONE, subject.start - 1));
        steps.put("reply_not_owner", subject -> subject.reply(GrantOutcome.NOT_OWNER));
        steps.put("reply_row_locked", subject -> subject.reply(GrantOutcome.ROW_LOCKED));
        steps.put("no_reply", subject -> subject.reply(null));
        steps.put("renewed_by_caller", subject -> {
            subject.sentNow();
            subject.hold.renewed(Renewal.PLAIN, subject.ticker.nanos());
        });
        steps.put("renewal_begun", subject -> subject.hold.beginRenewal(Optional.of(subject.session)));
        steps.put("session_joined", subject -> {
            subject.hold.beginRenewal(Optional.of(subject.session));
            subject.reply(new Renewal.Joining(subject.session), GrantOutcome.DONE, subject.ticker.nanos());
        });
        steps.put(
                "session_left",
                subject ->
                        subject.reply(new Renewal.Leaving(subject.session), GrantOutcome.DONE, subject.ticker.nanos()));
        steps.put("session_extended", subject -> {
            subject.sentNow();
            subject.session.heartbeatAnswered(true, subject.ticker.nanos());
        });
        steps.put("session_retired", subject -> subject.hold.retireSession());
        steps.put("loss_taken", subject -> subject.hold.takeLoss().ifPresent(subject.losses::add));
        steps.put("lost_release_taken", subject -> subject.hold.takeLostRelease());
        steps.put("action_added", subject -> subject.hold.addLossAction(() -> {}));
        steps.put("postponed", subject -> subject.hold.postponeRenewal(subject.ticker.nanos()));
        steps.put("probed", subject -> subject.hold.probeFrom(subject.ticker.nanos()));
        steps.put("read", subject -> {
            long now = subject.ticker.nanos();
            assertThat(subject.hold.remaining().isZero()).isNotEqualTo(subject.hold.isHeld());
            subject.hold.isDue(now);
            subject.hold.isOverdue(now);
            subject.hold.nextMoment();
            subject.hold.isRenewalInFlight();
            subject.hold.session();
        });
        steps.put("time_passes", subject -> subject.ticker.pass(ObservedHold.HELD_FOR.dividedBy(3)));
        return Map.copyOf(steps);
    }
}
