package io.rowlock.bench.keeper;

import io.rowlock.bench.contestant.Contestant;

/** Holds many locks, which its library renews. */
public interface Keeper extends AutoCloseable {

    Contestant contestant();

    /** Takes so many locks, and keeps them. */
    void hold(int count) throws Exception;

    /** How long its server has computed. */
    double serverMillis();

    /** How many statements it has sent; 0 where that cannot be told. */
    long statements();

    @Override
    void close() throws Exception;
}
