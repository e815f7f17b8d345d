package io.rowlock.cli.demo.board;

import io.rowlock.cli.demo.message.Badge;
import io.rowlock.cli.demo.message.Message;
import io.rowlock.cli.demo.message.News;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The state of a round while it runs, from the clerks' messages. One thread. */
public final class Tally {
    private final Round round;
    private final Map<Badge, Desk> desks = new LinkedHashMap<>();
    private final List<Duration> waits = new ArrayList<>();
    private final long began = System.nanoTime();
    private final List<String> events = new ArrayList<>();
    private int left;

    public Tally(Round round, List<Badge> clerks) {
        this.round = round;
        this.left = round.stock();
        clerks.forEach(clerk -> desks.put(clerk, new Desk(clerk)));
    }

    /** Takes note of what a clerk tells. */
    public void note(Message message) {
        Desk desk = desk(message.clerk());
        if (message.news() instanceof News.Acquired acquired) {
            waits.add(acquired.waited());
            desk.remark = "";
        } else if (message.news() instanceof News.Sold sold) {
            left = sold.left();
            desk.sold++;
        } else if (message.news() instanceof News.Done) {
            desk.done = true;
        }
    }

    /** Takes note of something that happened beside the sales. */
    public void event(String sentence) {
        events.add(Words.at(elapsed(), sentence));
    }

    /** Puts a word beside a clerk's name, until its next lock. */
    public void remark(Badge clerk, String remark) {
        desk(clerk).remark = remark;
    }

    /** Nothing more is to come of a clerk. */
    public void dismiss(Badge clerk) {
        desk(clerk).done = true;
    }

    public boolean isDone() {
        return desks.values().stream().allMatch(Desk::isDone);
    }

    public Round round() {
        return round;
    }

    List<Desk> desks() {
        return List.copyOf(desks.values());
    }

    /** The events other than sales, with the time since the round began. */
    List<String> events() {
        return List.copyOf(events);
    }

    /** How long each acquired lock was waited for. */
    public List<Duration> waits() {
        return List.copyOf(waits);
    }

    /** The stock that the last sale left. */
    public int left() {
        return left;
    }

    int sold() {
        return desks.values().stream().mapToInt(Desk::sold).sum();
    }

    /**
     * How many sales had no piece to go with them, as far as can be told from here: under the lock the news of two clerks
     * may arrive in another order than they sold in, so that there only what exceeds the whole stock is sure.
     */
    int oversold() {
        int taken = round.isLocked() ? round.stock() : round.stock() - left;
        return Math.max(0, sold() - taken);
    }

    public Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - began);
    }

    private Desk desk(Badge clerk) {
        Desk desk = desks.get(clerk);
        if (desk == null) {
            throw new IllegalArgumentException(clerk + " takes no part in this round");
        }
        return desk;
    }

    /** One clerk's part in a round. */
    static final class Desk {
        private final Badge clerk;
        private int sold;
        private boolean done;
        private String remark = "";

        private Desk(Badge clerk) {
            this.clerk = clerk;
        }

        Badge clerk() {
            return clerk;
        }

        int sold() {
            return sold;
        }

        boolean isDone() {
            return done;
        }

        String remark() {
            return remark;
        }
    }
}
