package io.rowlock.cli.output;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Rows of text in columns: the first few aligned to the left, the others to the right. */
public final class Table {
    private static final String GAP = "  ";
    private static final int LEAST_COLUMNS = 2;

    private final List<List<String>> rows = new ArrayList<>();
    private final Map<Integer, Integer> shrinkable = new HashMap<>();
    private final Map<Integer, BiFunction<Integer, String, String>> painters = new HashMap<>();
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
     * Lets the texts of a column be cut where the window is too narrow.
     *
     * @param column its number, from 0 up
     * @param least the width that it keeps
     * @return this table
     */
    public Table shrinking(int column, int least) {
        shrinkable.put(column, least);
        return this;
    }

    /**
     * Colours the cells of a column.
     *
     * @param column its number, from 0 up
     * @param painter is given the number of the row and the cell, padded to its width
     * @return this table
     */
    public Table painted(int column, BiFunction<Integer, String, String> painter) {
        painters.put(column, painter);
        return this;
    }

    /**
     * The rows as text, padded to the widths of their columns.
     *
     * @return a line for each row
     */
    public List<String> lines() {
        return lines(Integer.MAX_VALUE);
    }

    /**
     * The rows as text that fits a window: texts are cut where that is allowed, and the last columns are left out if it is
     * too narrow for them all the same.
     *
     * @param width how wide a line may be
     * @return a line for each row
     */
    public List<String> lines(int width) {
        int[] widths = widths(width);
        return IntStream.range(0, rows.size())
                .mapToObj(row -> line(row, widths).stripTrailing())
                .toList();
    }

    private int[] widths(int width) {
        int columns = rows.get(0).size();
        int[] widths = shrunk(columns, width);
        while (total(widths) > width && columns > LEAST_COLUMNS) {
            columns--;
            widths = shrunk(columns, width);
        }
        return widths;
    }

    /** The widths of the first columns, the later ones cut first. */
    private int[] shrunk(int columns, int width) {
        int[] widths = IntStream.range(0, columns).map(this::width).toArray();
        for (int column = columns - 1; column >= 0; column--) {
            int least = Math.min(widths[column], shrinkable.getOrDefault(column, Integer.MAX_VALUE));
            int excess = Math.max(0, total(widths) - width);
            widths[column] = Math.max(least, widths[column] - excess);
        }
        return widths;
    }

    private static int total(int[] widths) {
        return IntStream.of(widths).sum() + GAP.length() * (widths.length - 1);
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> Width.of(row.get(column))).max().orElse(0);
    }

    private String line(int row, int[] widths) {
        return IntStream.range(0, widths.length)
                .mapToObj(column -> cell(row, column, widths[column]))
                .collect(Collectors.joining(GAP));
    }

    private String cell(int row, int column, int width) {
        String text = pad(Width.cut(rows.get(row).get(column), width), width, column < left);
        return painters.containsKey(column) ? painters.get(column).apply(row, text) : text;
    }

    private static String pad(String cell, int width, boolean left) {
        String blanks = " ".repeat(width - Width.of(cell));
        return left ? cell + blanks : blanks + cell;
    }
}
