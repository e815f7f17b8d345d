package io.rowlock.table;

import io.rowlock.classic.DistLock;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Objects;
import java.util.UUID;

/**
 * Names for the contenders of {@link DistLock}. An owner names one contender: two that share a name share the lock. Each
 * name has at most {@value #MAX_LENGTH} characters, as the table's column does.
 */
public final class LockOwners {

    /** The most characters an owner may have. */
    public static final int MAX_LENGTH = 100;

    private static final int MAX_HOST = 40;

    private LockOwners() {}

    /**
     * The calling thread: server, process and thread.
     *
     * @return its name, the same for each call in that thread
     */
    public static String ofThread() {
        return ofProcess() + '-' + Thread.currentThread().getId();
    }

    static String ofProcess() {
        String host = host();
        String kept = host.length() <= MAX_HOST ? host : host.substring(0, MAX_HOST);
        return kept + '-' + ProcessHandle.current().pid();
    }

    /**
     * A name that nobody else has: for one piece of work.
     *
     * @return a random UUID
     */
    public static String unique() {
        return UUID.randomUUID().toString();
    }

    /**
     * An instance of the application, by the id that its configuration gives it. All its threads are one contender.
     *
     * @param id the instance's id, unlike that of every other instance
     * @return its name
     */
    public static String ofInstance(String id) {
        return requireFitting(id);
    }

    private static String requireFitting(String owner) {
        Objects.requireNonNull(owner, "owner");
        if (owner.isBlank() || owner.codePointCount(0, owner.length()) > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "owner '" + owner + "' is blank or has more than " + MAX_LENGTH + " characters; shorten it");
        }
        return owner;
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "localhost";
        }
    }
}
