package io.rowlock.testkit.contract.fault;

import io.rowlock.testkit.machine.Prerequisite;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestInstancePostProcessor;

/** Gives each test of a {@link FaultContract} a bench of its own, which is cleared after it. */
final class FaultBenches implements TestInstancePostProcessor, ParameterResolver {

    @Override
    public void postProcessTestInstance(Object test, ExtensionContext context) {
        Prerequisite.require(((FaultContract) test).engine().availability());
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == FaultBench.class;
    }

    /** The store closes the bench when the test ends. */
    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        FaultContract contract = (FaultContract) context.getRequiredTestInstance();
        String test = context.getRequiredTestMethod().getName();
        return context.getStore(Namespace.create(FaultBenches.class))
                .computeIfAbsent(FaultBench.class, unused -> new FaultBench(contract.engine(), test));
    }
}
