package io.rowlock.cli.demo;

import java.time.Duration;

/** The three acts of the demo. Their time limits keep the whole within half a minute, however slow the database. */
enum Round {
    UNLOCKED(1, "without a lock", 100, Duration.ofSeconds(5)),
    LOCKED(2, "under Rowlock", 100, Duration.ofSeconds(8)),
    KILLED(3, "under Rowlock, and a clerk is killed", 20, Duration.ofSeconds(12));

    private final int number;
    private final String title;
    private final int stock;
    private final Duration limit;

    Round(int number, String title, int stock, Duration limit) {
        this.number = number;
        this.title = title;
        this.stock = stock;
        this.limit = limit;
    }

    String title() {
        return title;
    }

    int number() {
        return number;
    }

    /** How many pieces are on the shelf at the beginning. */
    int stock() {
        return stock;
    }

    /** How long the clerks sell at most. */
    Duration limit() {
        return limit;
    }

    /** What is sold: each round has a shelf of its own. */
    String item() {
        return "oar-" + number();
    }

    boolean isLocked() {
        return this != UNLOCKED;
    }
}
