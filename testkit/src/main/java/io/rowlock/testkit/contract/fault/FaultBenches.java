package io.rowlock.testkit.contract.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.testkit.engine.ServerEngine;
import io.rowlock.testkit.machine.Prerequisite;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestInstancePostProcessor;

/**
 * Gives each test of a {@link FaultContract} a bench of its own, which is cleared after it. After the last test of a
 * class, for they may overlap, no connection and no thread may be left.
 */
final class FaultBenches implements TestInstancePostProcessor, ParameterResolver, AfterAllCallback {

    @Override
    public void postProcessTestInstance(Object test, ExtensionContext context) {
        ServerEngine engine = ((FaultContract) test).engine();
        Prerequisite.require(engine.availability());
        store(context).put(ServerEngine.class, engine);
        store(context).computeIfAbsent(Before.class, unused -> new Before(rowlockThreads()));
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
        return store(context).computeIfAbsent(FaultBench.class, unused -> new FaultBench(contract.engine(), test));
    }

    @Override
    public void afterAll(ExtensionContext context) {
        ServerEngine engine = store(context).get(ServerEngine.class, ServerEngine.class);
        if (engine != null) {
            Awaitility.await("nothing left behind").atMost(FaultBench.PATIENCE).untilAsserted(() -> {
                assertThat(engine.liveConnections()).as("connections left open").isZero();
                assertThat(rowlockThreads()).as("threads left running").isSubsetOf(before(context));
            });
        }
    }

    private static List<Thread> before(ExtensionContext context) {
        return Objects.requireNonNull(store(context).get(Before.class, Before.class))
                .threads();
    }

    private static List<Thread> rowlockThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("rowlock-"))
                .toList();
    }

    /** What ran before the first test of the class: a leak is told where it is, and nowhere else. */
    private record Before(List<Thread> threads) {}

    private static Store store(ExtensionContext context) {
        return context.getStore(Namespace.create(FaultBenches.class));
    }
}
