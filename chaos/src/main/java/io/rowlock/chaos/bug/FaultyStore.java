package io.rowlock.chaos.bug;

import io.rowlock.internal.store.Batch;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.LockStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The real store with a bug in some of its methods. Each hold is renewed by itself, and requests of different kinds travel
 * apart, so that none goes past the bug.
 *
 * @param real the store
 * @param bug what is wrong with it
 */
record FaultyStore(LockStore real, Bug bug) {
    private static final Set<String> CHANGED =
            Set.of("acquire", "renew", "release", "wakeUps", "sessions", "mixesKinds", "execute");

    static LockStore of(LockStore real, Bug bug) {
        requireMethods();
        FaultyStore faulty = new FaultyStore(real, bug);
        return (LockStore) Proxy.newProxyInstance(
                FaultyStore.class.getClassLoader(),
                new Class<?>[] {LockStore.class},
                (self, method, arguments) -> faulty.answer(method, arguments == null ? new Object[0] : arguments));
    }

    /** A method that was renamed would go past the bug, and the trial would find nothing. */
    private static void requireMethods() {
        Set<String> missing = new TreeSet<>(CHANGED);
        Arrays.stream(LockStore.class.getMethods()).map(Method::getName).forEach(missing::remove);
        if (!missing.isEmpty()) {
            throw new IllegalStateException(
                    "LockStore has no " + missing + " any more; say here what they are called now");
        }
    }

    @SuppressWarnings("unchecked")
    private @Nullable Object answer(Method method, Object[] arguments) throws Throwable {
        return switch (method.getName()) {
            case "acquire" -> bug.acquire(real, (List<Claim>) arguments[0]);
            case "renew" ->
                arguments[0] instanceof Grant grant
                        ? bug.renew(real, grant, (Duration) arguments[1])
                        : bug.renew(real, (List<Grant>) arguments[0]);
            case "release" -> bug.release(real, (List<Grant>) arguments[0]);
            case "wakeUps" -> bug.wakeUps(real.wakeUps());
            case "sessions" -> Optional.empty();
            case "mixesKinds" -> false;
            case "execute" -> execute((Batch) arguments[0]);
            default -> proceed(method, arguments);
        };
    }

    private Batch.Outcome execute(Batch batch) {
        return new Batch.Outcome(
                batch.claims().isEmpty() ? List.of() : bug.acquire(real, batch.claims()),
                batch.releases().isEmpty() ? List.of() : bug.release(real, batch.releases()),
                batch.renewals().isEmpty() ? List.of() : bug.renew(real, batch.renewals()));
    }

    private @Nullable Object proceed(Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
