package io.rowlock.chaos.fault;

/** A fault that can be caused and repaired. */
@FunctionalInterface
interface Fault {

    /** Lasts until closed. */
    @FunctionalInterface
    interface ActiveFault extends AutoCloseable {

        /** Repairs it. */
        @Override
        void close();
    }

    /** Causes it. */
    ActiveFault inject(Environment environment);
}
