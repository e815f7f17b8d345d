package io.rowlock.testkit.contract;

import io.rowlock.testkit.engine.Engine;
import io.rowlock.testkit.machine.Prerequisite;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/** Gives each test its {@link Bench}, runs it in a thread of the bench's group, within a time, and clears up. */
final class BenchExtension implements BeforeEachCallback, AfterEachCallback, ParameterResolver, InvocationInterceptor {

    private static final Namespace BENCHES = Namespace.create(BenchExtension.class);
    private static final Map<Engine, Boolean> WARM = new ConcurrentHashMap<>();
    private static final long LIMIT_SECONDS = 240;

    @Override
    public void beforeEach(ExtensionContext context) {
        Contract contract = (Contract) context.getRequiredTestInstance();
        Prerequisite.require(contract.engine().availability());
        WARM.computeIfAbsent(contract.engine(), BenchExtension::warmUp);
        context.getStore(BENCHES).put(Bench.class, new Bench(contract.engine(), contract::settings));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Bench.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return bench(context);
    }

    @Override
    public void interceptTestMethod(
            Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        ThreadGroup group = bench(context).threads();
        // Not a CompletableFuture: waiting for one lets JUnit's pool start more tests than it was told to.
        FutureTask<@Nullable Void> test = new FutureTask<>(() -> proceed(invocation));
        new Thread(group, test, "contract-" + context.getDisplayName()).start();
        try {
            test.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof Failure wrapped ? wrapped.failure : failed;
        } catch (TimeoutException stuck) {
            throw new AssertionError("the test does not end; its threads are:\n" + dump(group), stuck);
        }
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        bench(context).finish();
    }

    private static boolean warmUp(Engine engine) {
        Bench.warmUp(engine);
        return true;
    }

    private static @Nullable Void proceed(Invocation<@Nullable Void> invocation) throws Failure {
        try {
            return invocation.proceed();
        } catch (Throwable failure) {
            throw new Failure(failure);
        }
    }

    /** What a test threw, on its way from the test's thread. */
    private static final class Failure extends Exception {
        private static final long serialVersionUID = 1L;

        private final Throwable failure;

        Failure(Throwable failure) {
            super(failure);
            this.failure = failure;
        }
    }

    private static String dump(ThreadGroup group) {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(each -> group.equals(each.getKey().getThreadGroup()))
                .map(BenchExtension::dump)
                .collect(Collectors.joining("\n"));
    }

    private static String dump(Map.Entry<Thread, StackTraceElement[]> thread) {
        return thread.getKey() + "\n"
                + Arrays.stream(thread.getValue()).map(line -> "    at " + line).collect(Collectors.joining("\n"));
    }

    private static Bench bench(ExtensionContext context) {
        return Objects.requireNonNull(context.getStore(BENCHES).get(Bench.class, Bench.class));
    }
}
