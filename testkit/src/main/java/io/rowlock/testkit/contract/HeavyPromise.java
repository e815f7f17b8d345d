package io.rowlock.testkit.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A test of one promise that takes all the machine has to give, and therefore runs alone. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Test
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(HeavyPromise.MACHINE)
public @interface HeavyPromise {

    /** What a heavy test has for itself, and the others share. */
    String MACHINE = "io.rowlock.testkit.machine";
}
