package io.rowlock.chaos.report;

/** The circumstances under which something failed. All but the first are part of the time in which nothing was broken. */
enum Circumstance {
    /** It began during a fault. */
    DURING("in a fault"),
    /** The run makes it fail on purpose. */
    INTENDED("intended"),
    /** A fault began before it had ended. */
    MEANWHILE("meanwhile"),
    /** It began soon after a fault. */
    AFTER("soon after"),
    /** It began before the first fault of the run, and ended before it. */
    BEFORE("at startup"),
    /** None of these. */
    OTHERWISE("otherwise");

    private final String words;

    Circumstance(String words) {
        this.words = words;
    }

    @Override
    public String toString() {
        return words;
    }
}
