/**
 * What every engine must keep: each promise is a method here, so that every database gets it. A new engine runs them all
 * through a leaf that implements {@link io.rowlock.testkit.contract.EngineContract} and names its
 * {@link io.rowlock.testkit.engine.Engine}.
 */
@NullMarked
package io.rowlock.testkit.contract;

import org.jspecify.annotations.NullMarked;
