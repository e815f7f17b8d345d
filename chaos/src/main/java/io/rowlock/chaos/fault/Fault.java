package io.rowlock.chaos.fault;

/** Something that is broken, and what mends it. */
@FunctionalInterface
interface Fault {

    /** Lasts until closed. */
    @FunctionalInterface
    interface Damage extends AutoCloseable {

        /** Mends it. */
        @Override
        void close();
    }

    /** Breaks it. */
    Damage strike(Scene scene);
}
