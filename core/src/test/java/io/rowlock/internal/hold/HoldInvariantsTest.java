package io.rowlock.internal.hold;

import io.rowlock.internal.hold.HoldState.State;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules that a hold keeps in every state, after every sequence of four steps. */
class HoldInvariantsTest {
    @Test
    void afterAnyFourStepsTheInvariantsHold() {
        List<String> names = List.copyOf(HoldSteps.ALL.keySet());
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
        ObservedHold subject = new ObservedHold();
        for (String name : names) {
            State before = subject.hold.state();
            HoldSteps.ALL.get(name).accept(subject);
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
}
