package io.rowlock.chaos.bug;

import io.rowlock.internal.store.WakeUps;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Wake-ups that note for which locks a notification came.
 *
 * @param real the store's wake-ups
 * @param notified gets the names of the locks
 */
record RecordedWakeUps(WakeUps real, Set<String> notified) implements WakeUps {

    @Override
    public List<String> register(List<Waiting> waits) {
        return real.register(waits);
    }

    @Override
    public void withdraw(List<String> names) {
        real.withdraw(names);
    }

    @Override
    public Map<String, Integer> waiters(Optional<String> name) {
        return real.waiters(name);
    }

    @Override
    public void ping() {
        real.ping();
    }

    @Override
    public boolean listen() {
        return real.listen();
    }

    @Override
    public List<String> receive(Duration longest) {
        List<String> names = real.receive(longest);
        notified.addAll(names);
        return names;
    }
}
