package io.rowlock.bench.contestant;

import io.rowlock.bench.client.Address;
import io.rowlock.bench.client.LockClient;
import io.rowlock.bench.client.WaitingClient;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * Redisson's RLock with a lease of its own, so that no watch-dog runs. Redis has no replicas here, and Redisson is told
 * not to look for them.
 */
final class RedissonLockClient implements WaitingClient {
    private static final long LEASE_SECONDS = 30;

    private final RedissonClient redisson;

    RedissonLockClient(Address address) {
        Config config = new Config();
        config.setCheckLockSyncedSlaves(false);
        config.useSingleServer().setAddress(address.url());
        redisson = Redisson.create(config);
    }

    @Override
    public Held take(String name) throws InterruptedException {
        RLock lock = redisson.getLock(name);
        if (!lock.tryLock(0, LEASE_SECONDS, TimeUnit.SECONDS)) {
            throw LockClient.rejected(name);
        }
        return lock::unlock;
    }

    @Override
    public Held await(String name) {
        RLock lock = redisson.getLock(name);
        lock.lock(LEASE_SECONDS, TimeUnit.SECONDS);
        return lock::unlock;
    }

    @Override
    public int connectionsInUse() {
        return redisson.getConfig().useSingleServer().getConnectionPoolSize();
    }

    @Override
    public void close() {
        redisson.shutdown();
    }
}
