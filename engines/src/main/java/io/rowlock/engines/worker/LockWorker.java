package io.rowlock.engines.worker;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockException;
import io.rowlock.Rowlock;
import io.rowlock.RowlockBuilder;
import io.rowlock.engines.process.ChildJvm;
import io.rowlock.engines.server.UrlDataSource;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * A program that locks, as a {@link ChildJvm}: it does what the lines of its standard input say, and answers each with a
 * line. {@link Worker} is the way to talk to it.
 *
 * <pre>
 * acquire NAME LEASE WAIT   granted TOKEN | busy | failed WHY          times in milliseconds
 * held                      held BOOLEAN LAST                          when it was last seen held, by System.nanoTime()
 * renew LEASE               renewed | failed WHY                    for longer than its own lease, in milliseconds
 * check                     checked BOOLEAN | failed WHY
 * release                   released
 * count NAME ROUNDS         counted ROUNDS | failed WHY                adds to a {@link Tally} under the lock
 * end                       ended
 * </pre>
 *
 * It says {@code ready} when it is connected, and {@code lost TOKEN} when its hold is.
 */
public final class LockWorker {
    /** The system property that makes its locks connection-bound. */
    public static final String BOUND = "rowlock.worker.bound";

    private static final Duration LONG_WAIT = Duration.ofSeconds(60);

    /** Many processes that start at once on a busy machine need their time. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Rowlock rowlock;
    private final DataSource dataSource;
    private Optional<Belief> belief = Optional.empty();

    private LockWorker(Rowlock rowlock, DataSource dataSource) {
        this.rowlock = rowlock;
        this.dataSource = dataSource;
    }

    /**
     * Runs until told to end.
     *
     * @param args address, user and password of the database, and the lock table's name
     * @throws IOException when its standard input breaks
     */
    public static void main(String[] args) throws IOException {
        DataSource dataSource = new UrlDataSource(args[0], args[1], args[2]);
        String owner = "worker " + ProcessHandle.current().pid();
        RowlockBuilder builder =
                Rowlock.builder(dataSource).table(args[3]).owner(owner).callTimeout(PATIENCE);
        try (Rowlock rowlock = (Boolean.getBoolean(BOUND) ? builder.connectionBound() : builder).build()) {
            Orders.say("ready");
            Orders.obey(new LockWorker(rowlock, dataSource)::answer);
        }
        Orders.say("ended");
    }

    private String answer(String[] words) {
        try {
            return switch (words[0]) {
                case "acquire" -> acquire(words[1], millis(words[2]), millis(words[3]));
                case "held" -> belief.map(Belief::toString).orElse("held false 0");
                case "renew" -> renew(millis(words[1]));
                case "check" -> "checked " + belief.orElseThrow().hold().check();
                case "release" -> release();
                case "count" -> count(words[1], Integer.parseInt(words[2]));
                default -> "failed unknown order " + words[0];
            };
        } catch (LockException | SQLException failure) {
            return "failed " + failure;
        }
    }

    private String acquire(String name, Duration lease, Duration wait) {
        DistributedLock lock = rowlock.lock(LockDefinition.of(name).withLease(lease));
        return lock.tryAcquire(wait).map(this::granted).orElse("busy");
    }

    private String granted(Hold hold) {
        belief = Optional.of(Belief.watch(hold));
        hold.onLost(() -> Orders.say("lost " + hold.token()));
        return "granted " + hold.token();
    }

    private String renew(Duration lease) {
        belief.orElseThrow().hold().renew(lease);
        return "renewed";
    }

    private String release() {
        belief.ifPresent(watched -> watched.hold().close());
        return "released";
    }

    /** Half of the rounds wait for the lock, half ask for it again and again. */
    private String count(String name, int rounds) throws SQLException {
        DistributedLock lock = rowlock.lock(LockDefinition.of(name).withWait(LONG_WAIT));
        try (Tally tally = Tally.of(dataSource, name)) {
            for (int round = 0; round < rounds; round++) {
                try (Hold hold = round % 2 == 0 ? lock.acquire() : insist(lock)) {
                    tally.add(hold.token());
                }
            }
        }
        return "counted " + rounds;
    }

    private static Hold insist(DistributedLock lock) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < LONG_WAIT.toNanos()) {
            Optional<Hold> hold = lock.tryAcquire();
            if (hold.isPresent()) {
                return hold.get();
            }
        }
        return lock.acquire(Duration.ZERO);
    }

    private static Duration millis(String number) {
        return Duration.ofMillis(Long.parseLong(number));
    }
}
