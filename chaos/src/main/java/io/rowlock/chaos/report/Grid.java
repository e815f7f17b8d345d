package io.rowlock.chaos.report;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A table: the first columns hold words, the others numbers.
 *
 * @param head the columns' titles
 * @param rows the cells
 * @param words how many columns hold words
 */
public record Grid(List<String> head, List<List<String>> rows, int words) {

    /** For a terminal. */
    public String text() {
        List<Integer> widths = IntStream.range(0, head.size())
                .mapToObj(column ->
                        lines().mapToInt(row -> row.get(column).length()).max().orElse(0))
                .toList();
        return lines().map(row -> aligned(row, widths)).collect(Collectors.joining("\n", "", "\n"));
    }

    /** For a page in Markdown. */
    public String markdown() {
        List<String> rule = IntStream.range(0, head.size())
                .mapToObj(column -> column < words ? "---" : "---:")
                .toList();
        return Stream.concat(Stream.of(head, rule), rows.stream())
                .map(row -> "| " + String.join(" | ", row) + " |")
                .collect(Collectors.joining("\n", "", "\n"));
    }

    /** For a page in HTML. */
    String html() {
        return "<table><tr>"
                + head.stream()
                        .map(cell -> "<th>" + Html.escaped(cell) + "</th>")
                        .collect(Collectors.joining())
                + "</tr>\n"
                + rows.stream().map(Grid::htmlRow).collect(Collectors.joining())
                + "</table>\n";
    }

    private static String htmlRow(List<String> row) {
        return "<tr>"
                + row.stream()
                        .map(cell -> "<td>" + Html.escaped(cell) + "</td>")
                        .collect(Collectors.joining())
                + "</tr>\n";
    }

    private Stream<List<String>> lines() {
        return Stream.concat(Stream.of(head), rows.stream());
    }

    private String aligned(List<String> row, List<Integer> widths) {
        StringBuilder line = new StringBuilder("  ");
        for (int column = 0; column < row.size(); column++) {
            String padding = " ".repeat(widths.get(column) - row.get(column).length());
            line.append(column < words ? row.get(column) + padding : padding + row.get(column));
            line.append("  ");
        }
        return line.toString().stripTrailing();
    }
}
