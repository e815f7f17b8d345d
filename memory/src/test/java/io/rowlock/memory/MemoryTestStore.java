package io.rowlock.memory;

import io.rowlock.memory.MemoryRequest.Kind;
import io.rowlock.memory.internal.MemoryClock;
import io.rowlock.memory.internal.MemoryLocks;
import io.rowlock.testkit.control.BreakableLink;
import io.rowlock.testkit.control.GatedLink;
import io.rowlock.testkit.control.Link;
import io.rowlock.testkit.control.StoredLocks;
import io.rowlock.testkit.fixture.TestStore;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** A database in memory, whose clock runs unless the machine stands still, for one test of a contract. Each client is a node of its own. */
final class MemoryTestStore implements TestStore {
    private final MemoryRowlock memory = new MemoryRowlock(MemoryClock.running(PatientTime.SHARED::nanos));
    private final AtomicInteger nodes = new AtomicInteger();

    private MemoryNode node() {
        return memory.node("node-" + nodes.incrementAndGet());
    }

    @Override
    public DataSource dataSource() {
        return node().dataSource();
    }

    @Override
    public DataSource dataSource(Link link) {
        return ((NodeLink) link).node().dataSource();
    }

    @Override
    public BreakableLink breakable() {
        return new Breakable(node());
    }

    @Override
    public GatedLink gated() {
        return new Gated(node());
    }

    @Override
    public StoredLocks locks(String table) {
        return new MemoryLocks(memory.database().table(table), memory.database().clock()::micros);
    }

    @Override
    public int requests() {
        return memory.database().roundTrips(Kind.values());
    }

    @Override
    public int renewals() {
        return memory.database().roundTrips(Kind.RENEW);
    }

    @Override
    public int handOffs() {
        return memory.database().roundTrips(Kind.HAND_OFF);
    }

    /** A link that is the way of one node. */
    private interface NodeLink {
        MemoryNode node();
    }

    /** A way that loses requests. */
    private record Breakable(MemoryNode node) implements NodeLink, BreakableLink {
        @Override
        public void fail() {
            node.fail(MemoryFailure.REQUEST_LOST);
        }

        @Override
        public void failTimes(int times) {
            node.fail(MemoryFailure.REQUEST_LOST, times);
        }

        @Override
        public void heal() {
            node.heal();
        }

        @Override
        public int failures() {
            return node.faults().failures();
        }
    }

    /** A way with a gate in it. */
    private record Gated(MemoryNode node) implements NodeLink, GatedLink {
        @Override
        public void shut() {
            node.gate().shut();
        }

        @Override
        public void let(int requests) {
            node.gate().let(requests);
        }

        @Override
        public void open() {
            node.gate().open();
        }

        @Override
        public int waiting() {
            return node.gate().waiting();
        }
    }
}
