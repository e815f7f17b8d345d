package io.rowlock.internal.sql.foreign;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * The value of the owner's column for a request: the name of the client, for people to read, and the request id, which makes it unlike
 * every other value, so that it proves the grant. Where there is no room for both, the id alone.
 *
 * @param prefix what stands before the id; empty if nothing does
 * @param uuid whether an id that stands alone is written as a UUID, which fills the 36 characters of columns made for one
 */
record OwnerValue(String prefix, boolean uuid) {
    private static final Pattern HEX =
            Pattern.compile("([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})");
    private static final int ID_LENGTH = 32;
    private static final int LEAST_TEXT = 8;
    private static final String SEPARATOR = "#";

    /** For request ids that stand as they are, because the caller chose them. */
    static final OwnerValue AS_IT_IS = new OwnerValue("", false);

    /** For request ids of ours, in a column of so many bytes, after as much of the text as fits. */
    static OwnerValue after(String text, int bytes) {
        int room = bytes - ID_LENGTH - SEPARATOR.length();
        return room < LEAST_TEXT || text.isEmpty()
                ? new OwnerValue("", true)
                : new OwnerValue(cut(text, room) + SEPARATOR, false);
    }

    private static String cut(String text, int bytes) {
        String kept = text;
        while (kept.getBytes(StandardCharsets.UTF_8).length > bytes) {
            kept = kept.substring(0, kept.offsetByCodePoints(kept.length(), -1));
        }
        return kept;
    }

    String of(String requestId) {
        return uuid ? HEX.matcher(requestId).replaceFirst("$1-$2-$3-$4-$5") : prefix + requestId;
    }

    /** The request id that a value stands for; another's value is an id of its own. */
    String requestId(String value) {
        String own =
                uuid ? value.replace("-", "") : value.startsWith(prefix) ? value.substring(prefix.length()) : value;
        return of(own).equals(value) ? own : value;
    }
}
