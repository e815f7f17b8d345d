package io.rowlock.testkit.contract;

import io.rowlock.RowlockBuilder;
import io.rowlock.testkit.engine.Engine;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a set of promises needs to know: the engine that is to keep them. Each promise gets a {@link Bench} of its own. */
@ExtendWith(BenchExtension.class)
public interface Contract {

    /** The engine under test. */
    Engine engine();

    /** What all clients are built with, before a test adds its own settings. */
    default RowlockBuilder settings(RowlockBuilder client) {
        return client;
    }
}
