package io.rowlock.cli.demo.board;

import java.time.Duration;

/** The three acts of the demo. Their time limits keep the whole within half a minute, however slow the database. */
public enum Round {
    UNLOCKED(1, 150, Duration.ofSeconds(3)),
    LOCKED(2, 150, Duration.ofSeconds(5)),
    KILLED(3, 20, Duration.ofSeconds(9));

    private final int number;
    private final int stock;
    private final Duration limit;

    Round(int number, int stock, Duration limit) {
        this.number = number;
        this.stock = stock;
        this.limit = limit;
    }

    public int number() {
        return number;
    }

    /** How many pieces are on the shelf at the beginning. */
    public int stock() {
        return stock;
    }

    /** How long the clerks sell at most. */
    public Duration limit() {
        return limit;
    }

    /** The item that is sold: each round has a shelf of its own. */
    public String item() {
        return "item-" + number;
    }

    public boolean isLocked() {
        return this != UNLOCKED;
    }
}
