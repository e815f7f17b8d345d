/**
 * The promises of Rowlock as tests, to be run on a database of your own. A test class implements
 * {@link io.rowlock.testkit.EngineContract} for locks with leases or {@link io.rowlock.testkit.BoundEngineContract} for locks
 * that are tied to connections, and names its {@link io.rowlock.testkit.fixture.TestDatabase}.
 *
 * <p>The tests are written for JUnit Jupiter, whose version is yours to choose. They were run with 6; older ones are untried.
 */
@NullMarked
package io.rowlock.testkit;

import org.jspecify.annotations.NullMarked;
