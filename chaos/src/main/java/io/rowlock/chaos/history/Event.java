package io.rowlock.chaos.history;

/**
 * One line of a history.
 *
 * @param at when, by {@link System#nanoTime()}, which all processes of one Linux kernel share
 * @param kind what
 * @param lock which lock; {@link #NONE} for none
 * @param id which request or transaction of this process; 0 for none
 * @param token which grant; 0 for none
 * @param until until when, on the same clock; 0 for never said
 * @param note what else there is to say, in one line
 */
public record Event(long at, Kind kind, String lock, long id, long token, long until, String note) {

    /** Stands where there is no lock. */
    public static final String NONE = "-";

    private static final int FIELDS = 7;

    /** An event that is about a process rather than a lock. */
    public static Event of(Kind kind, String note) {
        return new Event(System.nanoTime(), kind, NONE, 0, 0, 0, note);
    }

    /** Reads a line that {@link #line()} wrote. */
    public static Event parse(String line) {
        String[] words = line.split(" ", FIELDS);
        if (words.length < FIELDS) {
            throw new IllegalArgumentException("not a line of a history: " + line);
        }
        return new Event(
                Long.parseLong(words[0]),
                Kind.valueOf(words[1]),
                words[2],
                Long.parseLong(words[3]),
                Long.parseLong(words[4]),
                Long.parseLong(words[5]),
                words[6]);
    }

    /** One line, with its end. */
    public String line() {
        String oneLine = note.replace('\n', ' ').replace('\r', ' ');
        return at + " " + kind + " " + lock + " " + id + " " + token + " " + until + " " + oneLine + "\n";
    }
}
