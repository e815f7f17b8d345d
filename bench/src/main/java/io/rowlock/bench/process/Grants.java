package io.rowlock.bench.process;

/**
 * Grants of a lock that several processes want.
 *
 * @param all how many there were
 * @param toAnother how many of them went to another process than the one before
 */
public record Grants(long all, long toAnother) {
    public static final Grants NONE = new Grants(0, 0);

    static final String WORD = "grants ";

    /** Reads the line that {@link #line()} wrote. */
    static Grants of(String line) {
        String[] words = line.split(" ", -1);
        return new Grants(Long.parseLong(words[1]), Long.parseLong(words[2]));
    }

    String line() {
        return WORD + all + " " + toAnother;
    }

    public Grants plus(Grants other) {
        return new Grants(all + other.all, toAnother + other.toAnother);
    }

    public Grants minus(Grants earlier) {
        return new Grants(all - earlier.all, toAnother - earlier.toAnother);
    }

    /** One more, to the same process as the one before or to another. */
    Grants next(boolean another) {
        return new Grants(all + 1, toAnother + (another ? 1 : 0));
    }
}
