package io.rowlock.internal.jdbc.foreign;

import io.rowlock.LockEvent;
import io.rowlock.LockStoreException;
import io.rowlock.internal.jdbc.foreign.JdbcTableStores.Opening;
import io.rowlock.internal.jdbc.foreign.JdbcTableStores.Use;
import io.rowlock.internal.table.TableClient;
import io.rowlock.table.LockTable;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A client that begins with its first use, as the classes did whose place the classic faces take: making one touches no
 * database. It ends when it is closed, or when the face that uses it is garbage, for those classes had nothing to close.
 */
public final class LazyTableClient implements AutoCloseable {
    private static final Cleaner CLEANER = Cleaner.create();

    private final TableClientOptions settings;
    private final Use use;
    private final String owner;
    private final Cleaner.Cleanable cleanable;
    private final Started started = new Started();

    /** Starts and ends the threads. It must not refer to the public object, which could never be collected then. */
    private static final class Started implements Runnable {
        private @Nullable Opening opening;
        private @Nullable TableClient client;
        private boolean closed;

        /** The table's check that is under way, or one that begins now; later callers wait for the same. */
        synchronized Opening opening(Supplier<Opening> begin) {
            Opening present = opening;
            if (present == null) {
                present = begin.get();
                opening = present;
            }
            return present;
        }

        /** If there is no client yet, the next use begins another. */
        synchronized void forget(Opening over) {
            if (opening == over) {
                opening = null;
            }
        }

        synchronized @Nullable TableClient client(LockTable table) {
            if (closed) {
                throw new IllegalStateException(
                        "this client of lock table " + table.table() + " is closed; create another");
            }
            return client;
        }

        synchronized TableClient start(LockTable table, Supplier<TableClient> fresh) {
            TableClient present = client(table);
            if (present == null) {
                present = fresh.get();
                client = present;
            }
            return present;
        }

        @Override
        public void run() {
            TableClient ending;
            synchronized (this) {
                closed = true;
                ending = client;
            }
            if (ending != null) {
                ending.close();
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
    public LazyTableClient(Object face, TableClientOptions settings, Optional<String> owner) {
        this(face, settings, new Use(owner, false, false, settings.callTimeout()));
    }

    private LazyTableClient(Object face, TableClientOptions settings, Use use) {
        this.settings = settings;
        this.use = use;
        owner = use.owner().orElse("");
        cleanable = CLEANER.register(face, started);
    }

    /** A client whose owners may claim again what they have, for as long as they then ask. */
    public static LazyTableClient reclaiming(Object face, TableClientOptions settings) {
        return new LazyTableClient(face, settings, new Use(Optional.empty(), false, true, settings.callTimeout()));
    }

    /**
     * Uses the client; if the database cannot serve, the next use tries again.
     *
     * @param face whose client it is: while the use lasts it is not garbage, which would end the client
     * @param act what to do
     * @param <T> what it returns
     * @return what it returned
     * @throws IllegalStateException if the client is closed
     */
    public <T> T use(Object face, Function<TableClient, T> act) {
        try {
            return act.apply(client());
        } finally {
            Reference.reachabilityFence(face);
        }
    }

    /** Uses the client to release something, which an interrupt does not keep it from. */
    public <T> T release(Object face, Function<TableClient, T> act) {
        return TableClient.uninterrupted(() -> use(face, client -> act.apply(client.uninterruptible())));
    }

    private TableClient client() {
        TableClient present = started.client(settings.table());
        return present == null ? open() : present;
    }

    /** Nobody else tells the listeners of a failure before there is a client. */
    private TableClient open() {
        Opening opening = started.opening(() -> JdbcTableStores.begin(settings.source(), settings.table(), use));
        try {
            JdbcTableStores stores = opening.await();
            return started.start(
                    settings.table(), () -> TableClient.start(stores, settings.engine(owner), stores.startedAt()));
        } catch (LockStoreException failure) {
            settings.tell(LockEvent.storeFailed("open", List.of(), failure));
            throw failure;
        } finally {
            started.forget(opening);
        }
    }

    @Override
    public void close() {
        cleanable.clean();
    }
}
