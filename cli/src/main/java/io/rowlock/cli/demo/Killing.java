package io.rowlock.cli.demo;

import io.rowlock.LockKey;
import io.rowlock.cli.demo.board.Round;
import io.rowlock.cli.demo.board.Tally;
import io.rowlock.cli.demo.board.Words;
import io.rowlock.cli.demo.clerk.ClerkProcess;
import io.rowlock.cli.demo.message.Badge;
import io.rowlock.cli.demo.message.News;
import io.rowlock.cli.demo.message.Order;
import io.rowlock.cli.demo.shop.Premises;
import io.rowlock.cli.exit.CliException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * The last round: a clerk is killed while it holds the lock.
 *
 * <ol>
 *   <li>One clerk acquires the lock and dawdles; the others come to sell, and wait.
 *   <li>It holds the lock for longer than the lease, so that only its renewals keep it.
 *   <li>It is killed. Nothing tells the others; the lease runs out, and one of them goes on.
 * </ol>
 */
final class Killing {
    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final Duration DAWDLE = Duration.ofSeconds(3);
    private static final Round ROUND = Round.KILLED;

    private final Floor floor;
    private final Premises premises;

    Killing(Floor floor, Premises premises) {
        this.floor = floor;
        this.premises = premises;
    }

    /** Plays the round to its end. */
    Ending play() throws SQLException, InterruptedException {
        Tally tally = floor.begin(ROUND);
        List<ClerkProcess> others = floor.staff().clerks();
        ClerkProcess victim = others.get(others.size() - 1);
        long acquired = holdUp(tally, victim);
        queueUp(tally, others.subList(0, others.size() - 1));
        floor.pass(tally, DAWDLE);
        requireHeld(tally, victim.badge());
        Takeover.Life life = life(since(acquired));

        long killed = System.nanoTime();
        kill(tally, victim);
        Badge heir = awaitLock(tally);
        Duration after = since(killed);
        tally.event(heir + " has the lock, " + Words.time(after) + " after the kill");
        return new Ending(floor.end(tally), new Takeover(victim.badge(), heir, after, life));
    }

    private long holdUp(Tally tally, ClerkProcess victim) throws InterruptedException {
        victim.order(new Order.Dawdle(ROUND.item(), LEASE));
        awaitLock(tally);
        tally.remark(victim.badge(), "holds the lock");
        tally.event(victim.badge() + " holds the lock and takes its time; the others wait");
        return System.nanoTime();
    }

    private static void queueUp(Tally tally, List<ClerkProcess> others) {
        for (ClerkProcess clerk : others) {
            clerk.order(new Order.SellLocked(ROUND.item(), ROUND.limit(), LEASE));
            tally.remark(clerk.badge(), "waits");
        }
    }

    private static void requireHeld(Tally tally, Badge victim) {
        if (tally.waits().size() != 1) {
            throw CliException.failed("another process was given the lock that " + victim + " held", null);
        }
    }

    private Takeover.Life life(Duration held) throws SQLException {
        String name = LockKey.of("stock", ROUND.item()).name();
        long renewals = premises.rowlock().admin().find(name).orElseThrow().renewals();
        return new Takeover.Life(held, renewals, LEASE, premises.shop().grace(name));
    }

    private void kill(Tally tally, ClerkProcess victim) {
        floor.staff().kill(victim);
        tally.dismiss(victim.badge());
        tally.remark(victim.badge(), "killed");
        tally.event(victim.badge() + " is killed (kill -9) while it holds the lock");
    }

    private Badge awaitLock(Tally tally) throws InterruptedException {
        return floor.await(tally, message -> message.news() instanceof News.Acquired);
    }

    private static Duration since(long moment) {
        return Duration.ofNanos(System.nanoTime() - moment);
    }

    /**
     * How the round ended.
     *
     * @param result what was sold
     * @param takeover what followed the kill
     */
    record Ending(Result result, Takeover takeover) {}
}
