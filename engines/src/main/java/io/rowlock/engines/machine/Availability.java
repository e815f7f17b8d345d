package io.rowlock.engines.machine;

/** Whether something a test needs can be had on this machine, and if not, why and what helps. */
public sealed interface Availability {

    /** It is there. */
    record Available() implements Availability {}

    /**
     * It is not there.
     *
     * @param reason what is missing
     * @param remedy what to do about it, in one line
     */
    record Unavailable(String reason, String remedy) implements Availability {

        @Override
        public String toString() {
            return reason + "; remedy: " + remedy;
        }
    }

    static Availability available() {
        return new Available();
    }

    static Availability unavailable(String reason, String remedy) {
        return new Unavailable(reason, remedy);
    }

    default boolean isAvailable() {
        return this instanceof Available;
    }

    /** Throws, with reason and remedy, when it is not there. */
    default void orThrow() {
        if (!isAvailable()) {
            throw new IllegalStateException(toString());
        }
    }
}
