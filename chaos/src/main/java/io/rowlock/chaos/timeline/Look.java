package io.rowlock.chaos.timeline;

import java.util.HashMap;
import java.util.Map;

/**
 * All grants that the database had at one moment.
 *
 * @param began before the onlooker looked
 * @param done after it had
 * @param tokens the token of each lock that was taken
 */
public record Look(long began, long done, Map<String, Long> tokens) {

    public Look {
        tokens = Map.copyOf(tokens);
    }

    /** Reads the note that the onlooker wrote. */
    static Look of(long began, long done, String note) {
        Map<String, Long> tokens = new HashMap<>();
        for (String word : note.isEmpty() ? new String[0] : note.split(" ")) {
            int sign = word.lastIndexOf('=');
            tokens.put(word.substring(0, sign), Long.parseLong(word.substring(sign + 1)));
        }
        return new Look(began, done, tokens);
    }
}
