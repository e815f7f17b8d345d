package io.rowlock.chaos.bug;

import io.rowlock.LockSchema;
import io.rowlock.TableName;
import io.rowlock.chaos.client.ClientTerms;
import io.rowlock.chaos.client.Fences;
import io.rowlock.chaos.client.LockClient;
import io.rowlock.chaos.client.RowlockClient;
import io.rowlock.chaos.history.HistoryWriter;
import io.rowlock.internal.client.Client;
import io.rowlock.internal.client.Settings;
import io.rowlock.internal.jdbc.JdbcStores;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.store.LockStore;
import java.util.List;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** Puts a client together as the library does, with a bug in it. */
public final class FaultyClients {
    private FaultyClients() {}

    public static LockClient open(SeededBug seeded, DataSource pool, ClientTerms terms, HistoryWriter history) {
        Bug bug = seeded.bug();
        JdbcStores stores = JdbcStores.open(pool, TableName.of(LockSchema.DEFAULT_TABLE), true, terms.callTimeout());
        Supplier<LockStore> faulty = () -> FaultyStore.of(stores.get(), bug);
        Settings settings = new Settings(
                terms.owner(),
                terms.callTimeout(),
                List.of(event -> RowlockClient.note(history, event)),
                HoldKind.LEASE);
        Client client = Client.start(faulty, bug.guards(stores.guards(), stores.get()), settings, stores.startedAt());
        return bug.client(new RowlockClient(client, terms.lease()), terms);
    }

    public static Fences fences(SeededBug seeded) {
        return seeded.bug().fences(Fences.real());
    }
}
