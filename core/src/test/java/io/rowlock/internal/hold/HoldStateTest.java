package io.rowlock.internal.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.LockEvent.LossReason;
import io.rowlock.internal.hold.HoldState.Event;
import io.rowlock.internal.hold.HoldState.Loss;
import io.rowlock.internal.hold.HoldState.State;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.time.ManualTicker;
import io.rowlock.internal.time.Terms;
import io.rowlock.internal.time.Timing;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every state of a hold with every event, against a table; and invariants, after every sequence of four steps. */
class HoldStateTest {

    /** The state after each step. A dash: the state stays. Replies: to a renewal sent after the state was entered, unless old. */
    private static final String TABLE = """
            step                   HELD       DETACHING  RELEASING  LOST  RELEASED  DETACHED
            DEADLINE_PASSED        LOST       LOST       LOST       -     -         -
            NOT_OWNER              LOST       LOST       -          -     -         -
            REVOKED                -          -          LOST       -     -         -
            SUPERSEDED             LOST       LOST       RELEASED   -     -         -
            CLOSED                 RELEASED   RELEASED   RELEASED   -     -         -
            TRANSACTION_BEGUN      RELEASING  -          -          -     -         -
            TRANSACTION_UNDONE     -          -          HELD       -     -         -
            TRANSACTION_COMMITTED  -          -          RELEASED   -     -         -
            DETACH_BEGUN           DETACHING  -          -          -     -         -
            DETACH_FAILED          -          HELD       -          -     -         -
            DETACH_DONE            -          DETACHED   -          -     -         -
            reply_done             -          -          HELD       -     -         -
            old_reply_done         -          -          -          -     -         -
            reply_not_owner        LOST       LOST       -          -     -         -
            reply_row_locked       -          -          -          -     -         -
            no_reply               -          -          -          -     -         -
            renewed_by_caller      -          -          HELD       -     -         -
            renewal_begun          -          -          -          -     -         -
            session_joined         -          -          HELD       -     -         -
            session_left           -          -          HELD       -     -         -
            session_extended       -          -          -          -     -         -
            session_retired        -          -          -          -     -         -
            loss_taken             -          -          -          -     -         -
            lost_release_taken     -          -          -          -     -         -
            action_added           -          -          -          -     -         -
            postponed              -          -          -          -     -         -
            probed                 -          -          -          -     -         -
            read                   -          -          -          -     -         -
            time_passes            -          -          -          -     -         -
            """;

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration HELD_FOR = Duration.ofNanos(Timing.beliefNanos(LEASE));
    private static final Terms TERMS = new Terms(LEASE, Duration.ofSeconds(1));
    private static final Map<String, Consumer<Subject>> STEPS = steps();

    /** The hold under test, its clock, and the last moment until which it may be held. */
    private static final class Subject {
        final ManualTicker ticker = new ManualTicker();
        final long start = ticker.nanos();
        final HoldState hold = new HoldState(ticker, LEASE, true, HoldKind.LEASE, start);
        final Session session = new Session("session.one", TERMS, ticker, start);
        final List<Loss> losses = new ArrayList<>();
        long limit = ticker.in(HELD_FOR);

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

    private static Map<String, Consumer<Subject>> steps() {
        Map<String, Consumer<Subject>> steps = new HashMap<>();
        for (Event event : Event.values()) {
            steps.put(event.name(), subject -> subject.hold.on(event));
        }
        steps.put(Event.DEADLINE_PASSED.name(), subject -> {
            subject.session.retire();
            subject.ticker.pass(HELD_FOR.multipliedBy(2));
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
        steps.put("time_passes", subject -> subject.ticker.pass(HELD_FOR.dividedBy(3)));
        return Map.copyOf(steps);
    }

    /** The methods that the steps above call. A new one needs a step, and a line in the table. */
    private static final Set<String> METHODS = Set.of(
            "on",
            "state",
            "isHeld",
            "remaining",
            "addLossAction",
            "takeLoss",
            "takeLostRelease",
            "session",
            "retireSession",
            "isDue",
            "isOverdue",
            "nextMoment",
            "isRenewalInFlight",
            "beginRenewal",
            "renewalAnswered",
            "renewed",
            "postponeRenewal",
            "probeFrom");

    private static Subject subjectIn(State state) {
        Subject subject = new Subject();
        switch (state) {
            case HELD -> {}
            case DETACHING -> subject.hold.on(Event.DETACH_BEGUN);
            case RELEASING -> {
                subject.hold.on(Event.TRANSACTION_BEGUN);
                subject.hold.probeFrom(subject.ticker.nanos());
            }
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

    private static List<List<String>> rows() {
        return TABLE.lines().map(line -> List.of(line.split(" +"))).toList();
    }

    static Stream<Arguments> cells() {
        List<State> states = rows().get(0).stream().skip(1).map(State::valueOf).toList();
        return rows().stream()
                .skip(1)
                .flatMap(row -> states.stream().map(from -> {
                    String cell = row.get(1 + states.indexOf(from));
                    return Arguments.of(from, row.get(0), cell.equals("-") ? from : State.valueOf(cell));
                }));
    }

    @ParameterizedTest(name = "{0}, {1}: {2}")
    @MethodSource("cells")
    void eachStepLeadsToTheStateOfTheTable(State from, String step, State to) {
        Subject subject = subjectIn(from);
        STEPS.get(step).accept(subject);
        assertThat(subject.hold.state()).isEqualTo(to);
        assertThat(subject.hold.isHeld()).isEqualTo(to == State.HELD || to == State.DETACHING);
    }

    @ParameterizedTest
    @EnumSource(Event.class)
    void anEventTellsTheStateThatItFound(Event event) {
        for (State state : State.values()) {
            assertThat(subjectIn(state).hold.on(event)).isEqualTo(state);
        }
    }

    @Test
    void theTableHasEveryStateEventAndStep() {
        assertThat(rows().get(0).stream().skip(1).map(State::valueOf)).containsExactlyInAnyOrder(State.values());
        assertThat(rows().stream().skip(1).map(row -> row.get(0))).containsExactlyInAnyOrderElementsOf(STEPS.keySet());
        Set<String> methods = Arrays.stream(HoldState.class.getDeclaredMethods())
                .filter(method -> !Modifier.isPrivate(method.getModifiers()) && !method.isSynthetic())
                .map(Method::getName)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(methods).as("methods of HoldState").containsExactlyInAnyOrderElementsOf(METHODS);
    }

    /** The comment shows the same table for the states that are not final. */
    @Test
    void theCommentOfTheClassShowsTheSameTable() throws IOException {
        List<List<String>> expected = rows().stream()
                .filter(row -> Arrays.stream(Event.values()).map(Event::name).anyMatch(row.get(0)::equals))
                .map(row -> row.subList(0, 4))
                .toList();
        List<List<String>> shown =
                Files.readAllLines(Path.of("src/main/java/io/rowlock/internal/hold/HoldState.java")).stream()
                        .takeWhile(Predicate.not(" * </pre>"::equals))
                        .filter(line -> line.matches(" \\* [A-Z_]+ +[-A-Z].*"))
                        .map(line -> List.of(line.substring(3).split(" +")).subList(0, 4))
                        .toList();
        assertThat(shown).isEqualTo(expected);
    }

    @Test
    void afterAnyFourStepsTheInvariantsHold() {
        List<String> names = List.copyOf(STEPS.keySet());
        int count = names.size();
        for (int walk = 0; walk < count * count * count * count; walk++) {
            List<String> walked = new ArrayList<>(4);
            for (int step = 0, left = walk; step < 4; step++, left /= count) {
                walked.add(names.get(left % count));
            }
            walk(walked);
        }
    }

    private static void walk(List<String> names) {
        Subject subject = new Subject();
        for (String name : names) {
            State before = subject.hold.state();
            STEPS.get(name).accept(subject);
            State after = subject.hold.state();
            boolean held = subject.hold.isHeld();
            if ((before.isFinal() && after != before)
                    || held != after.isHeld()
                    || (held && subject.ticker.nanos() - subject.limit >= 0)
                    || (!subject.losses.isEmpty() && after != State.LOST)) {
                throw new AssertionError(before + " became " + after + " by " + name + " in " + names);
            }
        }
        subject.hold.takeLoss().ifPresent(subject.losses::add);
        if (subject.losses.size() != (subject.hold.state() == State.LOST ? 1 : 0)) {
            throw new AssertionError("losses " + subject.losses + " after " + names);
        }
    }

    @Test
    void itIsHeldUntilItsDeadlineAndNoLonger() {
        Subject subject = new Subject();
        subject.ticker.pass(HELD_FOR.minusNanos(1));
        assertThat(subject.hold.isHeld()).isTrue();
        assertThat(subject.hold.remaining()).isEqualTo(Duration.ofNanos(1));
        subject.ticker.pass(Duration.ofNanos(1));
        assertThat(subject.hold.isHeld()).isFalse();
        assertThat(subject.hold.remaining()).isZero();
        assertThat(subject.hold.takeLoss()).map(Loss::reason).contains(LossReason.EXPIRED);
    }

    @Test
    void aRenewalCountsFromItsSending() {
        Subject subject = new Subject();
        long sentAt = subject.ticker.nanos();
        subject.ticker.pass(Duration.ofSeconds(9));
        assertThat(subject.hold.renewed(Renewal.PLAIN, sentAt)).isTrue();
        assertThat(subject.hold.remaining()).isEqualTo(HELD_FOR.minusSeconds(9));
        assertThat(subject.hold.renewed(Renewal.PLAIN, subject.ticker.nanos())).isTrue();
        assertThat(subject.hold.remaining()).isEqualTo(HELD_FOR);
    }

    @Test
    void aRenewalThatIsAnsweredTooLateChangesNothing() {
        Subject subject = new Subject();
        subject.ticker.pass(HELD_FOR);
        assertThat(subject.hold.renewed(Renewal.PLAIN, subject.ticker.nanos() - 1))
                .isFalse();
        assertThat(subject.hold.state()).isEqualTo(State.LOST);
    }

    @Test
    void anOlderReplyDoesNotShortenIt() {
        Subject subject = new Subject();
        assertThat(subject.hold.renewed(Renewal.PLAIN, subject.start - 1)).isTrue();
        assertThat(subject.hold.remaining()).isEqualTo(HELD_FOR);
    }

    @Test
    void onlyARenewalSentAfterTheTransactionShowsThatItWasRolledBack() {
        Subject subject = new Subject();
        subject.hold.on(Event.TRANSACTION_BEGUN);
        subject.hold.renewed(Renewal.PLAIN, subject.ticker.nanos());
        assertThat(subject.hold.state()).as("the row was not locked yet").isEqualTo(State.RELEASING);
        subject.ticker.pass(Duration.ofSeconds(1));
        assertThat(subject.hold.probeFrom(subject.ticker.nanos())).isTrue();
        subject.hold.renewed(Renewal.PLAIN, subject.ticker.nanos() - 1);
        assertThat(subject.hold.state()).isEqualTo(State.RELEASING);
        subject.hold.renewed(Renewal.PLAIN, subject.ticker.nanos());
        assertThat(subject.hold.state()).isEqualTo(State.HELD);
        assertThat(subject.hold.remaining()).isEqualTo(HELD_FOR);
    }

    @Test
    void theDatabasesWordComesBeforeADeadlineThatNobodyHasNoticed() {
        Subject subject = new Subject();
        subject.ticker.pass(HELD_FOR);
        subject.hold.on(Event.NOT_OWNER);
        assertThat(subject.hold.takeLoss()).map(Loss::reason).contains(LossReason.REVOKED_OR_TAKEN);
    }

    @Test
    void actionsAreHandedOutWithTheLossAndRunByTheCallerAfterIt() {
        Subject subject = new Subject();
        Runnable action = () -> {};
        assertThat(subject.hold.addLossAction(action)).isTrue();
        assertThat(subject.hold.takeLoss()).isEmpty();
        subject.hold.on(Event.NOT_OWNER);
        assertThat(subject.hold.takeLoss()).map(Loss::actions).contains(List.of(action));
        assertThat(subject.hold.addLossAction(action)).isFalse();
        assertThat(subject.hold.takeLoss()).isEmpty();
        assertThat(subject.hold.takeLostRelease()).isTrue();
        assertThat(subject.hold.takeLostRelease()).isFalse();
    }
}
