package io.rowlock.chaos.bug;

import io.rowlock.chaos.client.LockClient;
import io.rowlock.chaos.client.LockHandle;
import java.time.Duration;
import java.util.Optional;

/** Everything as the real client does it. */
abstract class DelegatingClient implements LockClient {
    private final LockClient real;

    DelegatingClient(LockClient real) {
        this.real = real;
    }

    @Override
    public Optional<LockHandle> acquire(String lock, Duration wait, boolean renewed) throws InterruptedException {
        return real.acquire(lock, wait, renewed);
    }

    @Override
    public boolean guards() {
        return real.guards();
    }

    @Override
    public boolean renews() {
        return real.renews();
    }

    @Override
    public int droppedReleases() {
        return real.droppedReleases();
    }

    @Override
    public void close() {
        real.close();
    }
}
