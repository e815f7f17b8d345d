package io.rowlock.cli.demo.message;

import java.time.Duration;

/** A message from a clerk to the demo, as a line on the clerk's standard output. */
public sealed interface News {

    /** The till is open. */
    record Ready() implements News {
        @Override
        public Wire wire() {
            return Wire.of("ready");
        }
    }

    /**
     * The lock is mine.
     *
     * @param waited how long that took
     */
    record Acquired(Duration waited) implements News {
        @Override
        public Wire wire() {
            return Wire.of("acquired", waited);
        }
    }

    /**
     * One piece is sold.
     *
     * @param left the stock that the clerk then wrote down
     */
    record Sold(int left) implements News {
        @Override
        public Wire wire() {
            return Wire.of("sold", left);
        }
    }

    /** Nothing is left, or the time is up. */
    record Done() implements News {
        @Override
        public Wire wire() {
            return Wire.of("done");
        }
    }

    /**
     * Something went wrong.
     *
     * @param reason in one line
     * @param trace in full
     */
    record Failed(String reason, String trace) implements News {
        @Override
        public Wire wire() {
            return Wire.of("failed", reason, trace);
        }
    }

    /** The clerk's process has ended; nobody sends this, its standard output just ends. */
    record Gone() implements News {
        @Override
        public Wire wire() {
            return Wire.of("gone");
        }
    }

    /** The news as a line. */
    Wire wire();

    static News parse(String line) {
        Wire wire = Wire.parse(line);
        return switch (wire.verb()) {
            case "ready" -> new Ready();
            case "acquired" -> new Acquired(wire.duration(0));
            case "sold" -> new Sold(wire.number(0));
            case "done" -> new Done();
            case "failed" -> new Failed(wire.text(0), wire.text(1));
            case "gone" -> new Gone();
            default -> throw new IllegalArgumentException("no such news: " + wire.verb());
        };
    }
}
