package io.rowlock.testkit.control;

/** A link with a gate in it: while it is shut, requests wait in front of it, and do not arrive. */
public interface GatedLink extends Link {

    /** Lets nothing through from now on. */
    void shut();

    /** Lets so many requests through that wait, or come next. */
    void let(int requests);

    /** Lets everything through from now on. */
    void open();

    /** How many requests wait in front of the gate. */
    int waiting();
}
