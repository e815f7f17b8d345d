package io.rowlock.bench.measure;

import io.rowlock.bench.result.Key;
import io.rowlock.bench.result.Measurement;
import io.rowlock.bench.result.Metric;
import io.rowlock.bench.result.Metric.View;
import io.rowlock.bench.result.Results;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Collects measurements, and shows them as they come. Not thread-safe. */
public final class Recorder {
    private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);

    private final List<Measurement> measurements = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private final PrintStream out;

    public Recorder(PrintStream out) {
        this.out = out;
    }

    public void record(Key key, int round, double value) {
        measurements.add(new Measurement(key, round, value));
        out.printf(
                Locale.ROOT,
                "  round %d  %-14s %-26s %,12d %,14.1f %s%n",
                round,
                key.scenario(),
                key.contestant(),
                key.amount(),
                value,
                subject(key.metric()));
    }

    /** Metrics beside each other may have the same unit. */
    private static String subject(Metric metric) {
        return metric.view() == View.BESIDE ? metric.unit() + " " + metric.title() : metric.unit();
    }

    /** Takes note that something could not be measured. */
    public void fail(String subject, Throwable why) {
        failures.add(subject + ": " + why);
        LOG.warn("{} failed", subject, why);
    }

    /** The measurements that failed, and why. */
    public List<String> failures() {
        return List.copyOf(failures);
    }

    /** Says what is being done while nothing is measured. */
    public void say(String text) {
        out.println(text);
    }

    /** The measurements so far. */
    public Results results() {
        return new Results(measurements);
    }
}
