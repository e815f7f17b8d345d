package io.rowlock.cli.run;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.function.BiConsumer;

/**
 * Has a signal handled by Java. The class for that has no replacement, and compilers warn of its use; so it is reached by
 * name, in the module {@code jdk.unsupported}, which exports it.
 */
final class SignalHandling implements AutoCloseable {
    private final Object signal;
    private final Object before;

    private SignalHandling(Object signal, Object before) {
        this.signal = signal;
        this.before = before;
    }

    /** Has the action told the name and the number of each such signal, until closed. An ignored one stays ignored. */
    static SignalHandling begin(String name, BiConsumer<String, Integer> action) {
        try {
            Class<?> type = Class.forName("sun.misc.Signal");
            Object signal = type.getConstructor(String.class).newInstance(name);
            int number = (int) type.getMethod("getNumber").invoke(signal);
            return new SignalHandling(signal, handle(signal, handler(() -> action.accept(name, number))));
        } catch (ReflectiveOperationException missing) {
            throw new IllegalStateException("this Java cannot catch SIG" + name, missing);
        }
    }

    private static Object handler(Runnable action) throws ClassNotFoundException {
        InvocationHandler calls = (proxy, method, arguments) -> {
            if (method.getName().equals("handle")) {
                action.run();
            }
            return null;
        };
        Class<?> type = Class.forName("sun.misc.SignalHandler");
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, calls);
    }

    private static Object handle(Object signal, Object handler) throws ReflectiveOperationException {
        Class<?> type = Class.forName("sun.misc.SignalHandler");
        return signal.getClass().getMethod("handle", signal.getClass(), type).invoke(null, signal, handler);
    }

    @Override
    public void close() {
        try {
            handle(signal, before);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
