package io.rowlock.cli.output;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Rows of text in columns: the first few aligned to the left, the others to the right. */
public final class Table {
    private final List<List<String>> rows = new ArrayList<>();
    private final int left;

    /**
     * An empty table.
     *
     * @param left how many columns are aligned to the left
     */
    public Table(int left) {
        this.left = left;
    }

    /**
     * Adds a row.
     *
     * @param cells as many as in every other row
     * @return this table
     */
    public Table row(String... cells) {
        rows.add(List.of(cells));
        return this;
    }

    /**
     * The rows as text, padded to the widths of their columns.
     *
     * @return a line for each row
     */
    public List<String> lines() {
        int[] widths = IntStream.range(0, rows.get(0).size()).map(this::width).toArray();
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> length(row.get(column))).max().orElse(0);
    }

    private String line(List<String> row, int[] widths) {
        return IntStream.range(0, widths.length)
                .mapToObj(column -> pad(row.get(column), widths[column], column < left))
                .collect(Collectors.joining("  "));
    }

    private static String pad(String cell, int width, boolean left) {
        String blanks = " ".repeat(width - length(cell));
        return left ? cell + blanks : blanks + cell;
    }

    private static int length(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
