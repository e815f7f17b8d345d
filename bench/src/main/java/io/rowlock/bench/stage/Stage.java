package io.rowlock.bench.stage;

import io.rowlock.bench.client.Address;
import io.rowlock.bench.contestant.Service;
import io.rowlock.engines.server.Engine;
import io.rowlock.engines.server.ServerEngine;
import java.util.OptionalLong;

/**
 * A database, and the servers of the peers that need none. Each is started on first use, and ends with this JVM.
 *
 * @param engine the database
 * @param peers the others
 */
public record Stage(Engine engine, PeerServers peers) {

    /** The database's name, for people. */
    public String name() {
        return engine.name();
    }

    /** Where to reach a service. */
    public Address address(Service service) {
        return switch (service) {
            case DATABASE -> new Address(engine.jdbcUrl(), engine.user(), engine.password());
            case REDIS_AOF -> Address.open(peers.redisWithAof().url());
            case REDIS_MEMORY -> Address.open(peers.redisInMemory().url());
            case ZOOKEEPER -> Address.open(peers.zooKeeper());
        };
    }

    /** The process that serves, unless it is this one. */
    public OptionalLong pid(Service service) {
        return switch (service) {
            case DATABASE ->
                engine instanceof ServerEngine server
                        ? OptionalLong.of(server.server().pid())
                        : OptionalLong.empty();
            case REDIS_AOF -> OptionalLong.of(peers.redisWithAof().pid());
            case REDIS_MEMORY -> OptionalLong.of(peers.redisInMemory().pid());
            case ZOOKEEPER -> OptionalLong.empty();
        };
    }

    /** Whether other processes can reach the database. */
    public boolean isServer() {
        return engine instanceof ServerEngine;
    }
}
