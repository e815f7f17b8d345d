package io.rowlock.cli.admin;

import io.rowlock.LockStatus;
import io.rowlock.LockStatus.State;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How many locks there are in each state, and how many wait for them. */
final class Totals {

    private Totals() {}

    static String of(List<LockStatus> locks, boolean countsWaiters) {
        if (locks.isEmpty()) {
            return "no locks";
        }
        String states = Stream.of(State.HELD, State.EXPIRED, State.KEPT, State.REVOKED, State.FREE)
                .filter(state -> count(locks, state) > 0)
                .map(state -> count(locks, state) + " " + Statuses.word(state))
                .collect(Collectors.joining(", "));
        int waiters = locks.stream().mapToInt(LockStatus::waiters).sum();
        return locks.size()
                + (locks.size() == 1 ? " lock: " : " locks: ")
                + states
                + (countsWaiters ? "; " + waiters + (waiters == 1 ? " waiter" : " waiters") : "");
    }

    private static long count(List<LockStatus> locks, State state) {
        return locks.stream().filter(lock -> lock.state() == state).count();
    }
}
