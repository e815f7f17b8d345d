package io.rowlock.bench.contestant;

import io.rowlock.bench.client.Address;
import io.rowlock.bench.client.WaitingClient;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.retry.ExponentialBackoffRetry;

/** Curator's InterProcessMutex. */
final class CuratorClient implements WaitingClient {
    private final CuratorFramework curator;

    CuratorClient(Address address) {
        curator = CuratorFrameworkFactory.newClient(address.url(), new ExponentialBackoffRetry(100, 5));
        curator.start();
    }

    @Override
    public Held take(String name) throws Exception {
        return await(name);
    }

    @Override
    public Held await(String name) throws Exception {
        InterProcessMutex mutex = new InterProcessMutex(curator, "/locks/" + name);
        mutex.acquire();
        return mutex::release;
    }

    /** ZooKeeper's client has one, for everything. */
    @Override
    public int connectionsInUse() {
        return 1;
    }

    @Override
    public void close() {
        curator.close();
    }
}
