package io.rowlock.testkit.control;

/** A way of clients to the place where locks are kept, which a test can disturb. */
public interface Link {}
