package io.rowlock.cli.demo;

import io.rowlock.LockDefinition;
import io.rowlock.cli.demo.board.Board;
import io.rowlock.cli.demo.board.Round;
import io.rowlock.cli.demo.clerk.Deadline;
import io.rowlock.cli.demo.clerk.Staff;
import io.rowlock.cli.demo.message.Order;
import io.rowlock.cli.demo.shop.Premises;
import io.rowlock.cli.exit.CliException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** The three rounds, in order. */
final class Demo {
    private static final List<String> CLERKS = List.of("A", "B", "C", "D");
    private static final Duration START_UP = Duration.ofSeconds(20);

    private final Premises premises;
    private final Staff staff;
    private final Floor floor;

    Demo(Premises premises, Staff staff, Board board) {
        this.premises = premises;
        this.staff = staff;
        this.floor = new Floor(staff, premises.shop(), board);
    }

    Outcome run() throws SQLException, InterruptedException {
        openTills();
        Round first = Round.UNLOCKED;
        Result unlocked = floor.play(first, new Order.Sell(first.item(), first.limit()));
        Round second = Round.LOCKED;
        Result locked =
                floor.play(second, new Order.SellLocked(second.item(), second.limit(), LockDefinition.DEFAULT_LEASE));
        Killing.Ending ending = new Killing(floor, premises).play();
        staff.dismiss();
        return new Outcome(List.of(unlocked, locked, ending.result()), ending.takeover());
    }

    private void openTills() throws InterruptedException {
        CLERKS.forEach(staff::hire);
        staff.clerks()
                .forEach(clerk -> clerk.order(premises.opening(clerk.badge().name())));
        Deadline deadline = Deadline.in(START_UP);
        int ready = 0;
        while (ready < CLERKS.size()) {
            if (deadline.hasPassed()) {
                throw CliException.failed("the processes did not start within " + START_UP.toSeconds() + " s", null);
            }
            ready += staff.next(deadline.remaining()).isPresent() ? 1 : 0;
        }
    }
}
