package io.rowlock.engines;

import io.rowlock.engines.machine.Prerequisite;
import io.rowlock.engines.server.Engine;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets a test class run only where its engine can; elsewhere it is skipped with the remedy, or fails in continuous
 * integration.
 *
 * <pre>{@code
 * @RegisterExtension
 * static final EngineExtension NEEDED = new EngineExtension(Engines.postgres());
 * }</pre>
 */
public final class EngineExtension implements BeforeAllCallback {

    private final Engine engine;

    public EngineExtension(Engine engine) {
        this.engine = engine;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        Prerequisite.require(engine.availability());
    }
}
