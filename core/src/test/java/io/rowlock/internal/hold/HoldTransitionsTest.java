package io.rowlock.internal.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.hold.HoldState.Event;
import io.rowlock.internal.hold.HoldState.State;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every state of a hold with every event and every other step, against a table. */
class HoldTransitionsTest {
    /** The state after each step. A dash: the state stays. Replies: to a renewal sent after the state was entered, unless old. */
    private static final String TABLE = """
            step                   HELD       DETACHING  RELEASING  CLOSING   LOST  RELEASED  DETACHED
            DEADLINE_PASSED        LOST       LOST       LOST       -         -     -         -
            NOT_OWNER              LOST       LOST       -          -         -     -         -
            REVOKED                -          -          LOST       -         -     -         -
            SUPERSEDED             LOST       LOST       RELEASED   RELEASED  -     -         -
            CLOSED                 RELEASED   RELEASED   RELEASED   RELEASED  -     -         -
            LEFT_TO_CLIENT         CLOSING    CLOSING    CLOSING    -         -     -         -
            TRANSACTION_BEGUN      RELEASING  -          -          -         -     -         -
            TRANSACTION_UNDONE     -          -          HELD       -         -     -         -
            TRANSACTION_COMMITTED  -          -          RELEASED   -         -     -         -
            DETACH_BEGUN           DETACHING  -          -          -         -     -         -
            DETACH_FAILED          -          HELD       -          -         -     -         -
            DETACH_DONE            -          DETACHED   -          -         -     -         -
            reply_done             -          -          HELD       -         -     -         -
            old_reply_done         -          -          -          -         -     -         -
            reply_not_owner        LOST       LOST       -          -         -     -         -
            reply_row_locked       -          -          -          -         -     -         -
            no_reply               -          -          -          -         -     -         -
            renewed_by_caller      -          -          HELD       -         -     -         -
            renewal_begun          -          -          -          -         -     -         -
            session_joined         -          -          HELD       -         -     -         -
            session_left           -          -          HELD       -         -     -         -
            session_extended       -          -          -          -         -     -         -
            session_retired        -          -          -          -         -     -         -
            loss_taken             -          -          -          -         -     -         -
            lost_release_taken     -          -          -          -         -     -         -
            action_added           -          -          -          -         -     -         -
            postponed              -          -          -          -         -     -         -
            probed                 -          -          -          -         -     -         -
            read                   -          -          -          -         -     -         -
            time_passes            -          -          -          -         -     -         -
            """;

    /** The methods that {@link HoldSteps} calls. A new one needs a step, and a line in the table. */
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
        ObservedHold subject = ObservedHold.in(from);
        HoldSteps.ALL.get(step).accept(subject);
        assertThat(subject.hold.state()).isEqualTo(to);
        assertThat(subject.hold.isHeld()).isEqualTo(to == State.HELD || to == State.DETACHING);
    }

    @ParameterizedTest
    @EnumSource(Event.class)
    void anEventTellsTheStateThatItFound(Event event) {
        for (State state : State.values()) {
            assertThat(ObservedHold.in(state).hold.on(event)).isEqualTo(state);
        }
    }

    @Test
    void theTableHasEveryStateEventAndStep() {
        assertThat(rows().get(0).stream().skip(1).map(State::valueOf)).containsExactlyInAnyOrder(State.values());
        assertThat(rows().stream().skip(1).map(row -> row.get(0)))
                .containsExactlyInAnyOrderElementsOf(HoldSteps.ALL.keySet());
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
                .map(row -> row.subList(0, 5))
                .toList();
        List<List<String>> shown =
                Files.readAllLines(Path.of("src/main/java/io/rowlock/internal/hold/HoldState.java")).stream()
                        .takeWhile(Predicate.not(" * </pre>"::equals))
                        .filter(line -> line.matches(" \\* [A-Z_]+ +[-A-Z].*"))
                        .map(line -> List.of(line.substring(3).split(" +")).subList(0, 5))
                        .toList();
        assertThat(shown).isEqualTo(expected);
    }
}
