package io.rowlock.cli.demo;

import io.rowlock.cli.demo.board.Board;
import io.rowlock.cli.demo.board.Round;
import io.rowlock.cli.demo.board.Tally;
import io.rowlock.cli.demo.board.Words;
import io.rowlock.cli.demo.clerk.Deadline;
import io.rowlock.cli.demo.clerk.Staff;
import io.rowlock.cli.demo.message.Badge;
import io.rowlock.cli.demo.message.Message;
import io.rowlock.cli.demo.message.Order;
import io.rowlock.cli.demo.shop.Shop;
import io.rowlock.cli.exit.CliException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/** The shop floor: fills the shelves, listens to the clerks, keeps the board up to date. One thread. */
final class Floor {
    private static final Duration FRAME = Duration.ofMillis(50);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Staff staff;
    private final Shop shop;
    private final Board board;

    Floor(Staff staff, Shop shop, Board board) {
        this.staff = staff;
        this.shop = shop;
        this.board = board;
    }

    Staff staff() {
        return staff;
    }

    /** Plays a round in which everyone does the same. */
    Result play(Round round, Order order) throws SQLException, InterruptedException {
        Tally tally = begin(round);
        staff.clerks().forEach(clerk -> clerk.order(order));
        return end(tally);
    }

    /** Begins a round with a full shelf. */
    Tally begin(Round round) throws SQLException {
        shop.fill(round.item(), round.stock());
        Tally tally = new Tally(round, staff.badges());
        board.begin(tally);
        return tally;
    }

    /** Listens until all clerks are done, and counts by the books what came of it. */
    Result end(Tally tally) throws SQLException, InterruptedException {
        Round round = tally.round();
        Deadline deadline = Deadline.in(round.limit().plus(PATIENCE));
        while (!tally.isDone()) {
            listen(tally, deadline);
        }
        Duration took = tally.elapsed();
        if (tally.left() > 0) {
            tally.event("the time for this round is up");
        }
        board.end(tally);
        return new Result(round, shop.sold(round.item()), shop.left(round.item()), took, tally.waits());
    }

    /** Listens until a clerk tells something in particular. */
    Badge await(Tally tally, Predicate<Message> wanted) throws InterruptedException {
        Deadline deadline = Deadline.in(PATIENCE);
        while (true) {
            Optional<Message> heard = listen(tally, deadline).filter(wanted);
            if (heard.isPresent()) {
                return heard.get().clerk();
            }
        }
    }

    /** Listens for a while. */
    void pass(Tally tally, Duration time) throws InterruptedException {
        Deadline end = Deadline.in(time);
        Deadline never = Deadline.in(time.plus(PATIENCE));
        while (!end.hasPassed()) {
            listen(tally, never);
        }
    }

    private Optional<Message> listen(Tally tally, Deadline deadline) throws InterruptedException {
        if (deadline.hasPassed()) {
            throw CliException.failed(
                    "round " + tally.round().number() + " did not end in time: " + Words.shelf(tally), null);
        }
        Optional<Message> heard = staff.next(FRAME);
        heard.ifPresent(tally::note);
        board.show(tally);
        return heard;
    }
}
