package io.rowlock.chaos.timeline;

import java.util.HashMap;
import java.util.Map;

/**
 * All grants that the database had at one moment.
 *
 * @param began before the observer read them
 * @param done after it had
 * @param tokens the token of each lock that was taken
 */
public record Snapshot(long began, long done, Map<String, Long> tokens) {

    public Snapshot {
        tokens = Map.copyOf(tokens);
    }

    /** Reads the note that the observer wrote. */
    static Snapshot of(long began, long done, String note) {
        Map<String, Long> tokens = new HashMap<>();
        for (String word : note.isEmpty() ? new String[0] : note.split(" ")) {
            int sign = word.lastIndexOf('=');
            tokens.put(word.substring(0, sign), Long.parseLong(word.substring(sign + 1)));
        }
        return new Snapshot(began, done, tokens);
    }
}
