package io.rowlock;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A hold detached from its process, to travel between requests and processes: in a form's hidden field, a job's payload,
 * a script's variable. A secret: its bearer can extend and release the lock. {@link #toString()} hides that part;
 * {@link #encoded()} does not.
 *
 * <p>An immutable value; two are equal if lock, token and secret are. A later version may add accessors.
 */
public final class LockTicket {
    private static final Pattern REQUEST_ID = Pattern.compile("[0-9a-f]{32}");
    private static final Pattern ENCODED =
            Pattern.compile("rl1\\.(\\d{1,9})\\.(\\d{1,18})\\.([0-9a-f]{32})\\.([A-Za-z0-9_-]+)");

    private final LockKey key;
    private final long token;
    private final String requestId;

    private LockTicket(LockKey key, long token, String requestId) {
        this.key = key;
        this.token = token;
        this.requestId = requestId;
    }

    /**
     * A ticket from its parts. Applications use {@link #parse} instead.
     *
     * @param key which lock
     * @param token the grant's number
     * @param requestId the grant's secret: 32 hexadecimal digits
     * @return the ticket
     * @throws IllegalArgumentException if the secret cannot be a request id
     */
    public static LockTicket of(LockKey key, long token, String requestId) {
        Objects.requireNonNull(key, "key");
        if (!REQUEST_ID.matcher(requestId).matches()) {
            throw new IllegalArgumentException("the request id of a ticket for lock '" + key
                    + "' is not 32 hexadecimal digits; use the ticket that detach() gave");
        }
        return new LockTicket(key, token, requestId);
    }

    /** {@return which lock} */
    public LockKey key() {
        return key;
    }

    /** {@return the grant's number} */
    public long token() {
        return token;
    }

    /** {@return the grant's secret: 32 hexadecimal digits} */
    public String requestId() {
        return requestId;
    }

    /**
     * The ticket as one word of letters, digits, dots, hyphens and underscores, safe in URLs, forms and shells.
     *
     * @return the text that {@link #parse} reads
     */
    public String encoded() {
        String name = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(key.name().getBytes(StandardCharsets.UTF_8));
        return "rl1." + key.slot() + '.' + token + '.' + requestId + '.' + name;
    }

    /**
     * Reads what {@link #encoded()} wrote.
     *
     * @param encoded the text
     * @return the ticket
     * @throws IllegalArgumentException if the text is not a whole ticket
     */
    public static LockTicket parse(String encoded) {
        Matcher parts = ENCODED.matcher(encoded);
        if (!parts.matches()) {
            throw new IllegalArgumentException("not a Rowlock ticket: expected rl1.slot.token.request.name, got "
                    + encoded.length() + " characters");
        }
        String name = new String(Base64.getUrlDecoder().decode(parts.group(4)), StandardCharsets.UTF_8);
        LockKey key = new LockKey(name, Integer.parseInt(parts.group(1)));
        return of(key, Long.parseLong(parts.group(2)), parts.group(3));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LockTicket that
                && key.equals(that.key)
                && token == that.token
                && requestId.equals(that.requestId);
    }

    @Override
    public int hashCode() {
        return Objects.hash(key, token, requestId);
    }

    /** Lock and token, without the secret. */
    @Override
    public String toString() {
        return "LockTicket[" + key + ", token " + token + "]";
    }
}
