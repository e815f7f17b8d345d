package io.rowlock.bench.stage;

import io.rowlock.engines.machine.Lazy;
import io.rowlock.engines.process.ScratchDirectory;
import java.util.List;
import org.apache.curator.test.TestingServer;
import org.apache.curator.utils.CloseableUtils;

/** The servers of the peers that do not use a database: on first use, once, until this JVM ends. */
public final class PeerServers {
    private final Lazy<Redis> withAof =
            new Lazy<>(() -> Redis.start(List.of("appendonly yes", "appendfsync always", "save \"\"")));
    private final Lazy<Redis> inMemory = new Lazy<>(() -> Redis.start(List.of("appendonly no", "save \"\"")));
    private final Lazy<TestingServer> zooKeeper = new Lazy<>(PeerServers::startZooKeeper);

    Redis redisWithAof() {
        return withAof.get();
    }

    Redis redisInMemory() {
        return inMemory.get();
    }

    String zooKeeper() {
        return zooKeeper.get().getConnectString();
    }

    private static TestingServer startZooKeeper() {
        try {
            TestingServer server =
                    new TestingServer(-1, ScratchDirectory.create("zookeeper").toFile());
            Runtime.getRuntime().addShutdownHook(new Thread(() -> CloseableUtils.closeQuietly(server)));
            return server;
        } catch (Exception e) {
            throw new IllegalStateException("ZooKeeper does not start", e);
        }
    }
}
