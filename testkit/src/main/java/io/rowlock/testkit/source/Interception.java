package io.rowlock.testkit.source;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Replaces a call to an intercepted JDBC object. */
@FunctionalInterface
public interface Interception {

    /** A call on its way to the real object. */
    record Call(Object target, Method method, List<@Nullable Object> arguments) {

        public boolean is(String name) {
            return method.getName().equals(name);
        }

        /** The first argument, if that is a text. */
        @Nullable
        String text() {
            return !arguments.isEmpty() && arguments.get(0) instanceof String text ? text : null;
        }

        @Nullable
        public Object proceed() throws Throwable {
            try {
                return method.invoke(target, arguments.toArray());
            } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
            }
        }
    }

    @Nullable
    Object answer(Call call) throws Throwable;

    /** A statement of the same kind whose calls are answered by this interception. */
    default Statement around(Statement statement) {
        if (statement instanceof CallableStatement) {
            return around(CallableStatement.class, statement);
        }
        return statement instanceof PreparedStatement
                ? around(PreparedStatement.class, statement)
                : around(Statement.class, statement);
    }

    /** An object of this type whose calls are answered by this interception. */
    default <T> T around(Class<T> type, Object target) {
        Object proxy = Proxy.newProxyInstance(
                Interception.class.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) ->
                        answer(new Call(target, method, arguments == null ? List.of() : Arrays.asList(arguments))));
        return type.cast(proxy);
    }
}
