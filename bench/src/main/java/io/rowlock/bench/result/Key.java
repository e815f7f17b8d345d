package io.rowlock.bench.result;

/**
 * The subject of a measurement.
 *
 * @param scenario the work that was done
 * @param engine the database, for people
 * @param contestant who did it, for people
 * @param amount how many threads, holds, rows or cycles
 * @param metric what was measured
 */
public record Key(String scenario, String engine, String contestant, long amount, Metric metric) {

    /** The same of someone else. */
    public Key of(String other) {
        return new Key(scenario, engine, other, amount, metric);
    }

    /** Something else of the same. */
    public Key of(Metric other) {
        return new Key(scenario, engine, contestant, amount, other);
    }

    /** The same of another amount. */
    public Key at(long other) {
        return new Key(scenario, engine, contestant, other, metric);
    }
}
