package io.rowlock.memory;

import io.rowlock.LockException;
import io.rowlock.LockKey;
import io.rowlock.LockSchema;
import io.rowlock.LockStatus;
import io.rowlock.Revocation;
import io.rowlock.internal.client.Client;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.LockRow;
import io.rowlock.internal.store.LockRows;
import io.rowlock.internal.time.Terms;
import io.rowlock.memory.internal.MemoryTable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The locks of the default table in the hands of the test, which holds them elsewhere, frees them or has them lost. Thread-safe. */
final class MemoryLockControl {
    private static final String ELSEWHERE = "elsewhere";

    private final MemoryDatabase database;
    private final MemoryTable table;

    MemoryLockControl(MemoryDatabase database) {
        this.database = database;
        table = database.table(LockSchema.DEFAULT_TABLE);
    }

    void holdElsewhere(LockKey key, Duration time) {
        Terms terms = new Terms(time, Duration.ZERO);
        AcquireResult outcome =
                table.acquire(new Claim(key, newRequestId(), terms, Duration.ZERO, ELSEWHERE, Long.MAX_VALUE));
        if (outcome instanceof AcquireResult.Busy busy) {
            String holder = busy.row().map(LockRow::owner).orElse("");
            throw new IllegalStateException("lock '" + key.name() + "' is held already, by '" + holder
                    + "'; release it, or free() or lose() it, before someone else can hold it");
        }
    }

    private static String newRequestId() {
        return ELSEWHERE + UUID.randomUUID().toString().replace("-", "").substring(ELSEWHERE.length());
    }

    void free(LockKey key) {
        row(key).ifPresent(row -> free(key, row));
    }

    private void free(LockKey key, LockRow row) {
        if (isHeldByAClient(row)) {
            throw new IllegalStateException("lock '" + key + "' is held by '" + row.owner()
                    + "', a client of this test; close its hold, or lose() the lock");
        }
        table.revoke(key, row.token(), true);
        letClientsAct(key);
    }

    void lose(LockKey key) {
        LockRow row = row(key).filter(MemoryLockControl::isHeldByAClient)
                .orElseThrow(() ->
                        new IllegalStateException("no client holds lock '" + key.name() + "', so none can lose it"));
        if (!(table.revoke(key, row.token(), true) instanceof Revocation.Revoked)) {
            throw new IllegalStateException("lock '" + key.name() + "' was released at this very moment");
        }
        database.clock().clients().forEach(client -> check(client, key));
        letClientsAct(key);
    }

    private static boolean isHeldByAClient(LockRow row) {
        String request = row.requestId();
        return request != null && !request.startsWith(ELSEWHERE) && !request.equals(LockRow.REVOKED);
    }

    private static void check(Client client, LockKey key) {
        try {
            client.check(key);
        } catch (LockException unreachable) {
            // The test has broken the way to the database, so this client cannot know yet.
            return;
        }
    }

    private void letClientsAct(LockKey key) {
        database.wakeWaiters(key);
        database.clock().settleAndTell();
    }

    Optional<LockStatus> status(LockKey key) {
        LockRows found = table.find(List.of(key));
        return found.rows().stream().findFirst().map(row -> row.status(found.now(), 0));
    }

    private Optional<LockRow> row(LockKey key) {
        return table.find(List.of(key)).rows().stream().findFirst();
    }
}
