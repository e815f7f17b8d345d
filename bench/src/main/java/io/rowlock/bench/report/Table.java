package io.rowlock.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A table: words stand on the left of their columns, numbers on the right.
 *
 * @param head the columns' titles
 * @param rows the cells
 * @param numbers whether all but the first column hold numbers
 */
record Table(List<String> head, List<List<String>> rows, boolean numbers) {

    static Table ofNumbers(List<String> head, List<List<String>> rows) {
        return new Table(head, rows, true);
    }

    static Table ofWords(List<String> head, List<List<String>> rows) {
        return new Table(head, rows, false);
    }

    /** For a terminal. */
    String text() {
        List<Integer> widths = IntStream.range(0, head.size())
                .mapToObj(column ->
                        lines().mapToInt(row -> row.get(column).length()).max().orElse(0))
                .toList();
        return lines().map(row -> aligned(row, widths)).collect(Collectors.joining("\n", "", "\n"));
    }

    /** For a page. */
    String markdown() {
        List<String> rule = new ArrayList<>(List.of("---"));
        head.stream().skip(1).forEach(any -> rule.add(numbers ? "---:" : "---"));
        return Stream.concat(Stream.of(head, rule), rows.stream())
                .map(row -> "| " + String.join(" | ", row) + " |")
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private Stream<List<String>> lines() {
        return Stream.concat(Stream.of(head), rows.stream());
    }

    private String aligned(List<String> row, List<Integer> widths) {
        StringBuilder line = new StringBuilder("  ");
        for (int column = 0; column < row.size(); column++) {
            String padding = " ".repeat(widths.get(column) - row.get(column).length());
            line.append(column == 0 || !numbers ? row.get(column) + padding : padding + row.get(column));
            line.append("  ");
        }
        return line.toString().stripTrailing();
    }
}
