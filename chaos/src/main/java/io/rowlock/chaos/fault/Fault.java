package io.rowlock.chaos.fault;

/** A fault that can be caused and repaired. */
@FunctionalInterface
interface Fault {

    /** Lasts until closed. */
    @FunctionalInterface
    interface Damage extends AutoCloseable {

        /** Repairs it. */
        @Override
        void close();
    }

    /** Breaks it. */
    Damage strike(Scene scene);
}
