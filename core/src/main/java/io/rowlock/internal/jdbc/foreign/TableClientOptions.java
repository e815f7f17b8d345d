package io.rowlock.internal.jdbc.foreign;

import io.rowlock.LockDefinition;
import io.rowlock.LockEvent;
import io.rowlock.LockKey;
import io.rowlock.LockListener;
import io.rowlock.internal.client.Settings;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.table.LockTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The options of a client of another library's table.
 *
 * @param source where connections come from
 * @param table the table's description
 * @param listeners whom to tell of events
 * @param callTimeout how long a call to the database may take
 */
public record TableClientOptions(
        DataSource source, LockTable table, List<LockListener> listeners, Duration callTimeout) {
    private static final Logger LOG = LoggerFactory.getLogger(TableClientOptions.class);
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);

    public TableClientOptions {
        Objects.requireNonNull(source, "dataSource");
        Objects.requireNonNull(table, "table");
        listeners = List.copyOf(listeners);
    }

    public static TableClientOptions of(DataSource source, LockTable table) {
        return new TableClientOptions(source, table, List.of(), DEFAULT_TIMEOUT);
    }

    TableClientOptions on(LockTable other) {
        return new TableClientOptions(source, other, listeners, callTimeout);
    }

    public TableClientOptions telling(LockListener listener) {
        List<LockListener> more = new ArrayList<>(listeners);
        more.add(Objects.requireNonNull(listener, "listener"));
        return new TableClientOptions(source, table, more, callTimeout);
    }

    /** The key of a lock, if the table can hold its name. */
    public LockKey key(String name) {
        LockKey key = LockKey.of(name);
        table.key().values(key);
        return key;
    }

    /** Tells the listeners at once; what they throw is logged, and stops nothing. */
    void tell(LockEvent event) {
        for (LockListener listener : listeners) {
            try {
                listener.on(event);
            } catch (RuntimeException failure) {
                LOG.error("listener {} failed on {}", listener, event, failure);
            }
        }
    }

    public TableClientOptions within(Duration timeout) {
        if (timeout.compareTo(Duration.ofMillis(100)) < 0 || timeout.compareTo(Duration.ofMinutes(5)) > 0) {
            throw new IllegalArgumentException("callTimeout " + timeout + " is outside PT0.1S to PT5M");
        }
        return new TableClientOptions(source, table, listeners, timeout);
    }

    public Settings engine(String owner) {
        String shown = owner.codePointCount(0, owner.length()) <= LockDefinition.MAX_OWNER ? owner : "";
        return new Settings(shown, callTimeout, listeners, HoldKind.LEASE);
    }
}
