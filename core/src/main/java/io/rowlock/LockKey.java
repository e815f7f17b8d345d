package io.rowlock;

import java.util.Objects;
import java.util.UUID;

/**
 * The identity of a lock: a name, and a slot of that name.
 *
 * <p>A plain lock is slot 0 of its name. Names compare byte for byte on every database: {@code Report}, {@code report}
 * and {@code repórt} are three locks. A name has 1 to {@value #MAX_CODE_POINTS} code points, no control characters, no
 * unpaired surrogates, and neither begins nor ends with a blank.
 *
 * @param name the lock's name
 * @param slot which of the name's slots; 0 for a plain lock
 */
public record LockKey(String name, int slot) implements Comparable<LockKey> {

    /** The most code points a name may have. */
    public static final int MAX_CODE_POINTS = 200;

    /**
     * A key.
     *
     * @param name the lock's name
     * @param slot which of its slots
     * @throws IllegalArgumentException if no database could hold the name faithfully, saying why
     */
    public LockKey {
        LockText.requireName(name);
        if (slot < 0) {
            throw new IllegalArgumentException(
                    "slot " + slot + " of lock '" + name + "' is negative; slots count from 0");
        }
    }

    /**
     * The plain lock of that name.
     *
     * @param name the lock's name
     * @return its key
     */
    public static LockKey of(String name) {
        return new LockKey(name, 0);
    }

    /**
     * The lock of one thing among many of a type: the name {@code type:id}.
     *
     * @param type what kind of thing it is; holds no colon, so that two pairs never share a name
     * @param id which one
     * @return its key
     */
    public static LockKey of(String type, String id) {
        LockText.requireName(type);
        Objects.requireNonNull(id, "id");
        if (type.indexOf(':') >= 0) {
            throw new IllegalArgumentException("type '" + LockText.printable(type)
                    + "' holds a colon, which separates type and id in the lock's name; choose a type without one");
        }
        return of(type + ':' + id);
    }

    /**
     * The lock of one thing whose id is a number: the name {@code type:id}, with the id in decimal.
     *
     * @param type what kind of thing it is; holds no colon
     * @param id which one
     * @return its key
     */
    public static LockKey of(String type, long id) {
        return of(type, Long.toString(id));
    }

    /**
     * The lock of one thing whose id is a UUID: the name {@code type:id}, with the id in lower case and with hyphens.
     *
     * @param type what kind of thing it is; holds no colon
     * @param id which one
     * @return its key
     */
    public static LockKey of(String type, UUID id) {
        return of(type, id.toString());
    }

    /** Orders keys by name, then slot; batches lock their rows in this order. */
    @Override
    public int compareTo(LockKey other) {
        int byName = name.compareTo(other.name);
        return byName != 0 ? byName : Integer.compare(slot, other.slot);
    }

    /** The name as people may safely read it, with the slot when it is not 0. */
    @Override
    public String toString() {
        return slot == 0 ? LockText.printable(name) : LockText.printable(name) + '#' + slot;
    }
}
