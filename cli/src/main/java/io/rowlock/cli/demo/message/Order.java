package io.rowlock.cli.demo.message;

import io.rowlock.cli.database.Access;
import java.time.Duration;

/** An order from the demo to a clerk, as a line on the clerk's standard input. */
public sealed interface Order {

    /**
     * Open the till.
     *
     * @param access the shop's database
     * @param prefix how its tables' names begin
     * @param clerk the clerk's name
     */
    record Open(Access access, String prefix, String clerk) implements Order {
        @Override
        public Wire wire() {
            return Wire.of("open", access.url(), access.user(), access.password(), prefix, clerk);
        }
    }

    /**
     * Sell without a lock until nothing is left.
     *
     * @param item what to sell
     * @param limit for how long at most
     */
    record Sell(String item, Duration limit) implements Order {
        @Override
        public Wire wire() {
            return Wire.of("sell", item, limit);
        }
    }

    /**
     * Sell under the item's lock until nothing is left.
     *
     * @param item what to sell
     * @param limit for how long at most
     * @param lease the lock's lease
     */
    record SellLocked(String item, Duration limit, Duration lease) implements Order {
        @Override
        public Wire wire() {
            return Wire.of("sell-locked", item, limit, lease);
        }
    }

    /**
     * Acquire the item's lock, begin a sale, and never finish it.
     *
     * @param item what to sell
     * @param lease the lock's lease
     */
    record Dawdle(String item, Duration lease) implements Order {
        @Override
        public Wire wire() {
            return Wire.of("dawdle", item, lease);
        }
    }

    /** Close the till and go. */
    record Leave() implements Order {
        @Override
        public Wire wire() {
            return Wire.of("leave");
        }
    }

    /** The order as a line. */
    Wire wire();

    static Order parse(String line) {
        Wire wire = Wire.parse(line);
        return switch (wire.verb()) {
            case "open" ->
                new Open(new Access(wire.text(0), wire.optional(1), wire.optional(2)), wire.text(3), wire.text(4));
            case "sell" -> new Sell(wire.text(0), wire.duration(1));
            case "sell-locked" -> new SellLocked(wire.text(0), wire.duration(1), wire.duration(2));
            case "dawdle" -> new Dawdle(wire.text(0), wire.duration(1));
            case "leave" -> new Leave();
            default -> throw new IllegalArgumentException("no such order: " + wire.verb());
        };
    }
}
