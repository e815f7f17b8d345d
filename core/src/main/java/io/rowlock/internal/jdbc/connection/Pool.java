package io.rowlock.internal.jdbc.connection;

import io.rowlock.internal.store.LockStore.PoolUse;
import java.lang.reflect.InvocationTargetException;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection pool that a data source is, or to which it unwraps. No interface is common to pools, so public methods without
 * arguments are called by their names. A method that is missing or fails tells nothing. None of them opens a connection or waits
 * for one.
 */
final class Pool {
    private static final Logger LOG = LoggerFactory.getLogger(Pool.class);

    private final DataSource source;

    Pool(DataSource source) {
        this.source = source;
    }

    /** Whether it says that it is closed: HikariCP and DBCP do. */
    boolean isClosed() {
        return isClosed(source) || unwrapped().filter(Pool::isClosed).isPresent();
    }

    /** How many connections it has lent; empty if it does not say. */
    Optional<PoolUse> use() {
        return use(source).or(() -> unwrapped().flatMap(Pool::use));
    }

    /** Pools can be closed, so a wrapper that is not a pool unwraps to one. H2's data source logs to a file if it does not. */
    private Optional<AutoCloseable> unwrapped() {
        try {
            return source.isWrapperFor(AutoCloseable.class)
                    ? Optional.ofNullable(source.unwrap(AutoCloseable.class)).filter(inner -> !inner.equals(source))
                    : Optional.empty();
        } catch (SQLException | RuntimeException | AbstractMethodError none) {
            LOG.debug(
                    "data source {} shows no pool behind it", source.getClass().getName(), none);
            return Optional.empty();
        }
    }

    private static boolean isClosed(Object pool) {
        return call(pool, "isClosed").filter(Boolean.TRUE::equals).isPresent();
    }

    /** By the names of H2, of DBCP, of Tomcat and of HikariCP, in this order. */
    private static Optional<PoolUse> use(Object pool) {
        return use(pool, "getActiveConnections", pool, "getMaxConnections")
                .or(() -> use(pool, "getNumActive", pool, "getMaxTotal"))
                .or(() -> use(pool, "getNumActive", pool, "getMaxActive"))
                .or(() -> call(pool, "getHikariPoolMXBean")
                        .flatMap(bean -> use(bean, "getActiveConnections", pool, "getMaximumPoolSize")));
    }

    private static Optional<PoolUse> use(Object counter, String lent, Object settings, String size) {
        return number(settings, size)
                .filter(limited -> limited > 0)
                .flatMap(limited -> number(counter, lent).map(number -> new PoolUse(number, limited)));
    }

    private static Optional<Integer> number(Object pool, String method) {
        return call(pool, method).filter(Integer.class::isInstance).map(Integer.class::cast);
    }

    private static Optional<Object> call(Object pool, String method) {
        try {
            return Optional.ofNullable(pool.getClass().getMethod(method).invoke(pool));
        } catch (NoSuchMethodException
                | IllegalAccessException
                | InvocationTargetException
                | RuntimeException
                | LinkageError unsaid) {
            LOG.debug("{} has no answer to {}()", pool.getClass().getName(), method, unsaid);
            return Optional.empty();
        }
    }
}
