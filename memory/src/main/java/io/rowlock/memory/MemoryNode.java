package io.rowlock.memory;

import io.rowlock.Rowlock;
import io.rowlock.internal.client.Client;
import io.rowlock.memory.internal.MemoryGate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * One node of the fleet: a process with a Rowlock client and a way to the database of its own, which can be cut while other
 * nodes go on. Made by {@link MemoryRowlock#node(String)}. Thread-safe.
 */
public final class MemoryNode {
    private final MemoryDatabase database;
    private final String name;
    private final MemoryFaults faults = new MemoryFaults();
    private final List<Client> clients = new CopyOnWriteArrayList<>();
    private final MemoryGate gate = new MemoryGate();
    private @Nullable Rowlock client;

    MemoryNode(MemoryDatabase database, String name) {
        this.database = database;
        this.name = name;
    }

    /**
     * The node's name; also the owner that others see beside the locks that it holds.
     *
     * @return the name
     */
    public String name() {
        return name;
    }

    /**
     * The node's client, with default settings: the same one each time, or a new one once that is closed.
     *
     * @return the client; the {@link MemoryRowlock} closes it
     */
    public synchronized Rowlock client() {
        Rowlock known = client;
        if (known == null || ((Client) known).isClosed()) {
            known = Rowlock.builder(dataSource()).owner(name).build();
            client = known;
        }
        return known;
    }

    /**
     * A data source for {@link Rowlock#builder} and {@link Rowlock#create}, for code that builds its client itself. It runs no
     * SQL, and opens no connections for anybody else. Hand it over as it is, not inside a pool or another wrapper.
     *
     * @return the data source
     */
    public DataSource dataSource() {
        return new MemoryDataSource(database, this);
    }

    /**
     * Has every request of this node fail, until {@link #heal()}.
     *
     * @param failure how
     */
    public void fail(MemoryFailure failure) {
        fail(failure, Integer.MAX_VALUE);
    }

    /**
     * Has the next requests of this node fail.
     *
     * @param failure how
     * @param times how many requests
     * @throws IllegalArgumentException if that is not a positive number
     */
    public void fail(MemoryFailure failure, int times) {
        faults.fail(failure, times);
    }

    /** Lets this node reach the database again, as far as {@link MemoryRowlock#fail} allows. */
    public void heal() {
        faults.heal();
    }

    /** The node's name. */
    @Override
    public String toString() {
        return name;
    }

    MemoryFaults faults() {
        return faults;
    }

    MemoryGate gate() {
        return gate;
    }

    Optional<MemoryFailure> nextFailure() {
        return database.faults().next().or(faults::next);
    }

    void started(Client started) {
        clients.removeIf(Client::isClosed);
        clients.add(started);
        database.clock().watch(started);
    }

    void close() {
        clients.forEach(Client::close);
    }
}
