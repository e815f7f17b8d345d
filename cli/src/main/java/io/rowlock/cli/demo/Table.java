package io.rowlock.cli.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Rows of text in columns: the first aligned to the left, the others to the right. */
final class Table {
    private final List<List<String>> rows = new ArrayList<>();

    Table row(String... cells) {
        rows.add(List.of(cells));
        return this;
    }

    List<String> lines() {
        int[] widths = IntStream.range(0, rows.get(0).size()).map(this::width).toArray();
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }

    private static String line(List<String> row, int[] widths) {
        return IntStream.range(0, widths.length)
                .mapToObj(column -> pad(row.get(column), widths[column], column == 0))
                .collect(Collectors.joining("  "));
    }

    private static String pad(String cell, int width, boolean left) {
        String blanks = " ".repeat(width - cell.length());
        return left ? cell + blanks : blanks + cell;
    }
}
