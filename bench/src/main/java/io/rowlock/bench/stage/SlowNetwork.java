package io.rowlock.bench.stage;

import io.rowlock.bench.client.Address;
import io.rowlock.bench.contestant.Service;
import io.rowlock.engines.network.Proxy;
import io.rowlock.engines.server.ServerEngine;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** The services of a stage, reached over a network that takes its time. Not thread-safe. */
public final class SlowNetwork implements AutoCloseable {
    private final Stage stage;
    private final Duration eachWay;
    private final Map<Service, Proxy> proxies = new EnumMap<>(Service.class);

    public SlowNetwork(Stage stage, Duration eachWay) {
        this.stage = stage;
        this.eachWay = eachWay;
    }

    /** Where to reach a service. */
    public Address address(Service service) {
        InetSocketAddress detour = proxies.computeIfAbsent(service, this::proxy).address();
        return switch (service) {
            case DATABASE -> stage.address(service).at(server().jdbcUrl(detour));
            case REDIS_AOF, REDIS_MEMORY -> Address.open("redis://127.0.0.1:" + detour.getPort());
            case ZOOKEEPER -> Address.open("127.0.0.1:" + detour.getPort());
        };
    }

    private Proxy proxy(Service service) {
        Proxy proxy = Proxy.to(service == Service.DATABASE ? server().address() : local(stage.address(service)));
        proxy.delay(eachWay);
        return proxy;
    }

    /** Addresses of Redis and ZooKeeper end with their port. */
    private static InetSocketAddress local(Address address) {
        String url = address.url();
        return new InetSocketAddress(
                InetAddress.getLoopbackAddress(), Integer.parseInt(url.substring(url.lastIndexOf(':') + 1)));
    }

    private ServerEngine server() {
        return (ServerEngine) stage.engine();
    }

    @Override
    public void close() {
        proxies.values().forEach(Proxy::close);
    }
}
