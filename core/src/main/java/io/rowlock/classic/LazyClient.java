package io.rowlock.classic;

import io.rowlock.LockEvent;
import io.rowlock.LockStoreException;
import io.rowlock.internal.engine.TableClient;
import io.rowlock.internal.jdbc.JdbcTableStores;
import io.rowlock.internal.jdbc.JdbcTableStores.Use;
import java.lang.ref.Cleaner;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A client that begins with its first use, as the classes did whose place the classic faces take: making one touches no
 * database. It ends when it is closed, or when the face that uses it is garbage, for those classes had nothing to close.
 */
final class LazyClient implements AutoCloseable {
    private static final Cleaner CLEANER = Cleaner.create();

    private final ClientSettings settings;
    private final Use use;
    private final String owner;
    private final Cleaner.Cleanable cleanable;
    private final Started started = new Started();

    /** Who started and who ends the threads; it must not know the face, which would never be garbage then. */
    private static final class Started implements Runnable {
        private @Nullable TableClient client;
        private boolean closed;

        @Override
        public synchronized void run() {
            closed = true;
            if (client != null) {
                client.close();
            }
        }
    }

    /**
     * A client to be.
     *
     * @param face what is used through it
     * @param settings what it is told
     * @param owner what stands before a request id in the owner's column; empty if callers choose what stands there
     */
    LazyClient(Object face, ClientSettings settings, Optional<String> owner) {
        this.settings = settings;
        this.owner = owner.orElse("");
        use = new Use(owner, false, settings.callTimeout());
        cleanable = CLEANER.register(face, started);
    }

    /** The client; if the database cannot serve, the next use tries again. */
    TableClient get() {
        synchronized (started) {
            if (started.closed) {
                throw new IllegalStateException(
                        "this client of lock table " + settings.table().table() + " is closed");
            }
            TableClient present = started.client;
            if (present != null) {
                return present;
            }
            JdbcTableStores stores = open();
            TableClient fresh = TableClient.start(stores, settings.engine(owner), stores.startedAt());
            started.client = fresh;
            return fresh;
        }
    }

    /** Nobody else tells the listeners of a failure before there is a client. */
    private JdbcTableStores open() {
        try {
            return JdbcTableStores.open(settings.source(), settings.table(), use);
        } catch (LockStoreException failure) {
            settings.tell(new LockEvent.StoreFailed("open", List.of(), failure));
            throw failure;
        }
    }

    @Override
    public void close() {
        cleanable.clean();
    }
}
