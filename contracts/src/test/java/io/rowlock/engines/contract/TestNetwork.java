package io.rowlock.engines.contract;

import io.rowlock.engines.network.Proxy;
import io.rowlock.engines.server.ServerEngine;
import io.rowlock.testkit.fixture.ContractFixture;

/** A network of a test's own in front of a server. */
public final class TestNetwork {
    private TestNetwork() {}

    /**
     * Opens the network. It is healed before the test's clients are closed, and ends after them.
     *
     * @param fixture the test's
     * @param server where it leads to
     * @return the way to the server
     */
    public static Proxy open(ContractFixture fixture, ServerEngine server) {
        Proxy proxy = Proxy.to(server.address());
        fixture.beforeClosing(proxy::heal);
        fixture.afterClosing(proxy::close);
        return proxy;
    }
}
