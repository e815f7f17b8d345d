package io.rowlock.engines.fault.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.Rowlock;
import io.rowlock.engines.fault.fixture.FaultFixture;
import io.rowlock.engines.network.Proxy;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A hand-off within a client is cut at every place of its round trip. */
public interface HandOffCutContract extends CutContract {
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    default void aHandOffThatIsCutAnywhereIsSettledAsOneGrant(FaultFixture fixture) {
        cutHandOffs(fixture, FEW);
    }

    @Test
    @Tag("long")
    default void aHandOffThatIsCutAtAlmostEveryByteIsSettledAsOneGrant(FaultFixture fixture) {
        cutHandOffs(fixture, MANY);
    }

    private void cutHandOffs(FaultFixture fixture, int places) {
        Proxy proxy = fixture.proxy();
        Rowlock client = through(proxy, fixture);
        DistributedLock lock = client.lock(fixture.lock(LONG).withLocalHandOffs(10));
        lock.acquire().close();

        new Cuts(proxy, places)
                .of(() -> new Passed(lock), Passed::on, Hold::close)
                .forEach(cut -> {
                    Passed pass = new Passed(lock);
                    client.admin().locks();
                    Hold next = cut.during(pass::on);
                    assertThat(next.token()).as("token, %s", cut).isGreaterThan(pass.hold.token());
                    CutContract.assertIsTheOnlyHold(next, fixture.status(), cut);
                    assertThat(next.check()).as("check, %s", cut).isTrue();
                    next.close();
                    fixture.await("the release, " + cut).until(() -> fixture.isFree(fixture.name()));
                });
    }

    /** A hold, and one who waits for it to be closed. */
    final class Passed {
        private final Hold hold;
        private final CompletableFuture<Hold> next;

        Passed(DistributedLock lock) {
            hold = lock.acquire();
            next = lock.acquireAsync().toCompletableFuture();
        }

        Hold on() {
            hold.close();
            return next.join();
        }
    }
}
