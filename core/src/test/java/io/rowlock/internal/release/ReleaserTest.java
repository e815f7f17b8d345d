package io.rowlock.internal.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.internal.client.Client;
import io.rowlock.internal.client.Settings;
import io.rowlock.internal.dispatch.ScriptedStore;
import io.rowlock.internal.dispatch.ScriptedStore.Batches;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.table.NoGuards;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Releases in the background, handed in for a grant that a hold of this process still has, as by a bug elsewhere. */
class ReleaserTest {
    private static final String NAME = "held";
    private static final Settings SETTINGS = new Settings("node", Duration.ofSeconds(5), List.of(), HoldKind.LEASE);

    @Test
    void aGrantThatIsHeldIsNeverReleasedInTheBackground() {
        ScriptedStore.Database database = new ScriptedStore.Database(Batches.SERVED);
        try (Client client = Client.start(() -> new ScriptedStore(database), new NoGuards(), SETTINGS, 0);
                Hold hold = client.lock(NAME).acquire()) {
            Grant grant = new Grant(hold.key(), hold.token(), database.holders().get(NAME));
            Releaser releaser = client.context().releaser();

            releaser.release(grant, Duration.ofMinutes(1), outcome -> {}, () -> {});

            Awaitility.await("the releaser to drop it").until(releaser::isIdle);
            assertThat(database.holders()).containsKey(NAME);
            assertThat(database.releasedAmong(database.holders().values())).isEmpty();
            assertThat(hold.isHeld()).isTrue();
            assertThat(releaser.releasesOfHeldGrants()).isEqualTo(1);
        }
        assertThat(database.holders()).isEmpty();
    }
}
