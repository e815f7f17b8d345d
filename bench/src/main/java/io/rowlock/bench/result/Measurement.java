package io.rowlock.bench.result;

/**
 * One number.
 *
 * @param key what it is of
 * @param round in which round it was measured
 * @param value the number, in the metric's unit
 */
public record Measurement(Key key, int round, double value) {}
