package io.rowlock.classic;

/**
 * A lock of a {@link PessimisticLock}: usually an enum constant, so that all locks of a system stand in one place.
 */
public interface PessimisticLockDefinition {

    /**
     * The lock's name.
     *
     * @return at most 64 bytes
     */
    String getLockName();

    /**
     * After how long the lock is over unless it is released.
     *
     * @return milliseconds
     */
    Long getOverTime();

    /**
     * How often to try again when the lock is taken.
     *
     * @return 0 to try once
     */
    Integer getRetryCount();

    /**
     * How long to wait between two attempts.
     *
     * @return milliseconds
     */
    Long getRetryInterval();
}
