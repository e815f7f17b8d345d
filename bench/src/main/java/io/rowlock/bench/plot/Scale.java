package io.rowlock.bench.plot;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Where a value lies on an axis, from 0 to 1.
 *
 * @param low the value at 0
 * @param high the value at 1
 * @param logarithmic whether each step multiplies
 */
record Scale(double low, double high, boolean logarithmic) {

    /** From which ratio of the largest to the smallest value on the small ones would lie flat on a linear axis. */
    private static final double FLAT = 30;

    /**
     * One on which all of some values can be told apart, from one named line to another. Zero has no place on a logarithmic
     * one.
     */
    static Scale of(DoubleStream values) {
        double[] all = values.toArray();
        double most = DoubleStream.of(all).max().orElse(1);
        double least = DoubleStream.of(all).min().orElse(1);
        if (least > 0 && most / least > FLAT) {
            return new Scale(power(Math.floor(Math.log10(least))), power(Math.ceil(Math.log10(most))), true);
        }
        return new Scale(0, roundedUp(most), false);
    }

    private static double power(double exponent) {
        return Math.pow(10, exponent);
    }

    /** One that begins at zero: for bars, whose lengths are compared. */
    static Scale fromZero(DoubleStream values) {
        return new Scale(0, roundedUp(values.max().orElse(1)), false);
    }

    double place(double value) {
        if (!logarithmic) {
            return (value - low) / (high - low);
        }
        return Math.log10(value / low) / Math.log10(high / low);
    }

    /** Values to be named along the axis. */
    List<Double> ticks() {
        return logarithmic ? powers() : quarters();
    }

    private List<Double> quarters() {
        return IntStream.rangeClosed(0, 4).mapToObj(part -> high * part / 4).toList();
    }

    private List<Double> powers() {
        return DoubleStream.iterate(low, power -> power <= high * 1.0001, power -> power * 10)
                .boxed()
                .toList();
    }

    /** To two digits, the second of them even: quarters of it are round numbers, too. An axis for nothing but zeros goes to 1. */
    private static double roundedUp(double value) {
        if (value <= 0) {
            return 1;
        }
        double step = Math.pow(10, Math.floor(Math.log10(value))) / 5;
        return Math.ceil(value / step) * step;
    }
}
