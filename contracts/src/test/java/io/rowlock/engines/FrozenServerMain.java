package io.rowlock.engines;

import io.rowlock.engines.server.ServerEngine;
import java.io.IOException;

/** A child that has a frozen server, and waits. */
final class FrozenServerMain {

    private FrozenServerMain() {}

    public static void main(String... arguments) throws IOException {
        ServerEngine engine = Engines.postgres();
        engine.freeze();
        System.out.println("frozen " + engine.server().pid());
        System.in.read();
    }
}
