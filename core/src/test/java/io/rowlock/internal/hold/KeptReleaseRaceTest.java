package io.rowlock.internal.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.Rowlock;
import java.time.Duration;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** {@code release(keepFor)} has just learnt that the grant stands when another thread ends the hold. */
class KeptReleaseRaceTest {

    @Test
    void aHoldThatAnotherThreadHasClosedMeanwhileKeepsNothingAndSaysSo() {
        JdbcDataSource database = new JdbcDataSource();
        database.setUrl("jdbc:h2:mem:kept-race;DB_CLOSE_DELAY=-1");
        try (Rowlock rowlock =
                Rowlock.builder(database).callTimeout(Duration.ofSeconds(1)).build()) {
            Hold hold = rowlock.lock("nightly").acquire();
            LeasedHold leased = ((HoldHandle) hold).hold();
            Release keeping = leased.rowRelease(leased.grant().keptFor(Duration.ofMinutes(10)));
            keeping.keepAnswer();
            hold.close();

            leased.close(keeping);

            assertThat(keeping.awaitDone()).isFalse();
            assertThat(rowlock.lock("nightly").tryAcquire()).isPresent();
        }
    }
}
