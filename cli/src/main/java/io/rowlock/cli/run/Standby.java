package io.rowlock.cli.run;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockStatus;
import io.rowlock.LockTimeoutException;
import io.rowlock.cli.lock.Holder;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** Waits for the lock of a leader, and tells each time that someone else has it. */
final class Standby {
    /** Each wait ends some time, so that a broken database and another leader are told of. */
    private static final Duration WAIT = Duration.ofMinutes(1);

    private final DistributedLock lock;
    private final Consumer<String> teller;
    private Optional<Long> toldOf = Optional.empty();
    private boolean told;

    Standby(DistributedLock lock, Consumer<String> teller) {
        this.lock = lock;
        this.teller = teller;
    }

    /** Waits until the lock is ours. */
    Hold await() {
        Duration wait = Duration.ZERO;
        while (true) {
            try {
                Hold hold = lock.acquire(wait);
                told = false;
                return hold;
            } catch (LockTimeoutException taken) {
                tell(taken);
                wait = WAIT;
            }
        }
    }

    private void tell(LockTimeoutException taken) {
        Optional<LockStatus> leader = taken.holder();
        Optional<Long> token = leader.map(LockStatus::token);
        if (!told || !token.equals(toldOf)) {
            teller.accept("standing by: " + Holder.describe(taken.key(), leader));
            told = true;
            toldOf = token;
        }
    }
}
