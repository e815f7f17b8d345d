package io.rowlock.testkit.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A test of one promise. The promises of an engine wait more than they work and share nothing, so they may run side by
 * side; where JUnit's parallel execution is not switched on, they run one after the other.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Test
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(value = HeavyPromise.MACHINE, mode = ResourceAccessMode.READ)
public @interface Promise {}
