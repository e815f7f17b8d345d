package io.rowlock.internal.jdbc;

import io.rowlock.internal.jdbc.connection.PgNotifications;
import io.rowlock.internal.jdbc.connection.StoreConnection;
import io.rowlock.internal.sql.WakeUpSql;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.store.WakeUps;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Wake-ups over the connection of a store. */
final class JdbcWakeUps implements WakeUps {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcWakeUps.class);

    private final StoreConnection connection;
    private final WakeUpSql sql;
    private Optional<PgNotifications> notifications = Optional.empty();

    JdbcWakeUps(StoreConnection connection, WakeUpSql sql) {
        this.connection = connection;
        this.sql = sql;
    }

    @Override
    public List<String> register(List<WakeUps.Waiting> waits) {
        return connection.run("register waiters", used -> sql.register(used, waits));
    }

    @Override
    public void withdraw(List<String> names) {
        connection.run("withdraw waiters", used -> {
            sql.withdraw(used, names);
            return true;
        });
    }

    @Override
    public Map<String, Integer> waiters(Optional<String> name) {
        return connection.run("count waiters", used -> sql.waiters(used, name));
    }

    @Override
    public void ping() {
        connection.run("ping", used -> {
            sql.ping(used);
            return true;
        });
    }

    @Override
    public boolean listen() {
        return connection.run("listen", used -> {
            notifications = PgNotifications.of(used);
            if (notifications.isPresent()) {
                sql.listen(used);
            }
            return notifications.isPresent();
        });
    }

    @Override
    public List<String> receive(Duration longest) {
        PgNotifications listened = notifications.orElseThrow();
        try {
            List<String> names = connection.run("listen", used -> listened.await(longest));
            sql.notified(names);
            return names;
        } catch (StoreException broken) {
            if (broken.kind() == StoreException.Kind.UNKNOWN) {
                notifications = Optional.empty(); // The connection is gone.
            }
            throw broken;
        }
    }

    /** Before the connection is given back: a pool must not lend one that listens. */
    void stop() {
        if (notifications.isEmpty()) {
            return;
        }
        notifications = Optional.empty();
        try {
            connection.run("stop listening", used -> {
                sql.unlisten(used);
                return true;
            });
        } catch (StoreException broken) {
            LOG.debug("a connection that listened could not be made to stop, and is cut", broken);
            connection.discard();
        }
    }
}
