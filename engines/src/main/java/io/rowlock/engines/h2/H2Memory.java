package io.rowlock.engines.h2;

import io.rowlock.engines.machine.Lazy;

/** H2 in this JVM's memory. */
public final class H2Memory implements H2Engine {

    private final Lazy<H2Administrator> administrator = new Lazy<>(H2Memory::found);

    public H2Memory() {}

    @Override
    public String name() {
        return "H2 (memory)";
    }

    @Override
    public String jdbcUrl() {
        return administrator().url();
    }

    @Override
    public H2Administrator administrator() {
        return administrator.get();
    }

    @Override
    public String toString() {
        return name();
    }

    private static H2Administrator found() {
        return H2Administrator.of("jdbc:h2:mem:rowlock-testkit").found();
    }
}
