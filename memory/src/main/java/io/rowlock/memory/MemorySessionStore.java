package io.rowlock.memory;

import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.SessionStore;
import io.rowlock.internal.time.Terms;
import io.rowlock.memory.MemoryRequest.Kind;
import io.rowlock.memory.internal.MemoryTable;
import java.util.List;

/** The sessions of a lock table in memory, over the way of its store. */
final class MemorySessionStore implements SessionStore {
    private final MemoryTable table;
    private final MemoryLink link;

    MemorySessionStore(MemoryTable table, MemoryLink link) {
        this.table = table;
        this.link = link;
    }

    @Override
    public void open(String id, Terms terms, String owner) {
        send(() -> table.openSession(id, terms));
    }

    @Override
    public boolean heartbeat(String id) {
        return link.send(List.of(), Kind.RENEW, () -> table.beat(id), beaten -> List.of());
    }

    @Override
    public List<GrantOutcome> join(String id, List<Grant> grants) {
        return MemoryLockStore.sent(link, grants, Kind.RENEW, grant -> table.renew(grant, id, id));
    }

    @Override
    public List<GrantOutcome> leave(String id, List<Grant> grants) {
        return MemoryLockStore.sent(link, grants, Kind.RENEW, grant -> table.renew(grant, id, null));
    }

    @Override
    public void close(String id) {
        send(() -> table.closeSession(id));
    }

    private void send(Runnable change) {
        link.send(() -> {
            change.run();
            return true;
        });
    }
}
