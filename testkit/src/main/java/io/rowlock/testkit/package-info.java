/**
 * The promises of Rowlock as tests, to be run on a database of your own. A test class implements
 * {@link io.rowlock.testkit.EngineContract} for locks with leases or {@link io.rowlock.testkit.BoundEngineContract} for locks
 * that are tied to connections, and names its {@link io.rowlock.testkit.fixture.TestDatabase}.
 *
 * <p>The tests are written for JUnit Jupiter, which is yours to choose: from 5.10 on, 6 included.
 */
@NullMarked
package io.rowlock.testkit;

import org.jspecify.annotations.NullMarked;
