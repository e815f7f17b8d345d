package io.rowlock.bench.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Results as a file: every single number, so that others can reckon for themselves. */
public final class Csv {
    private static final String HEAD = "scenario,engine,contestant,amount,metric,unit,round,value";

    private Csv() {}

    public static void write(Results results, Path file) throws IOException {
        Stream<String> rows = results.measurements().stream().map(Csv::row);
        Files.write(file, Stream.concat(Stream.of(HEAD), rows).toList());
    }

    public static Results read(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return new Results(lines.skip(1).map(Csv::measurement).toList());
        }
    }

    private static String row(Measurement measurement) {
        Key key = measurement.key();
        return String.join(
                ",",
                quoted(key.scenario()),
                quoted(key.engine()),
                quoted(key.contestant()),
                Long.toString(key.amount()),
                key.metric().name(),
                key.metric().unit(),
                Integer.toString(measurement.round()),
                String.format(Locale.ROOT, "%.3f", measurement.value()));
    }

    /** A comma in a label is the only thing that needs it. */
    private static String quoted(String text) {
        return text.contains(",") ? "\"" + text + "\"" : text;
    }

    private static Measurement measurement(String row) {
        List<String> cells = List.of(row.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1));
        List<String> words = cells.stream().map(cell -> cell.replace("\"", "")).toList();
        Key key = new Key(
                words.get(0), words.get(1), words.get(2), Long.parseLong(words.get(3)), Metric.valueOf(words.get(4)));
        return new Measurement(key, Integer.parseInt(words.get(6)), Double.parseDouble(words.get(7)));
    }
}
