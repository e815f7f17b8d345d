package io.rowlock.bench.result;

/**
 * One table and one plot.
 *
 * @param scenario the work
 * @param engine the database, for people
 * @param metric what was measured
 */
public record Panel(String scenario, String engine, Metric metric) {

    /** One of its numbers. */
    public Key key(String contestant, long amount) {
        return new Key(scenario, engine, contestant, amount, metric);
    }

    boolean has(Key key) {
        return equals(new Panel(key.scenario(), key.engine(), key.metric()));
    }
}
