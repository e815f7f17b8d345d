package io.rowlock.cli.text;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Finds the word that somebody meant who wrote another. */
public final class Spelling {
    private static final int FEW_LETTERS = 4;
    private static final int SOME_LETTERS = 8;

    private Spelling() {}

    /**
     * The words that are meant most likely.
     *
     * @param written what was written
     * @param known the words that there are
     * @return those that are nearest; none if all are far off
     */
    public static List<String> nearest(String written, Collection<String> known) {
        int nearest =
                known.stream().mapToInt(word -> distance(written, word)).min().orElse(Integer.MAX_VALUE);
        if (nearest > tolerance(written)) {
            return known.stream()
                    .filter(word -> isBeginning(written, word))
                    .sorted()
                    .toList();
        }
        return known.stream()
                .filter(word -> distance(written, word) == nearest)
                .sorted()
                .toList();
    }

    /**
     * The question after an error.
     *
     * @param written what was written
     * @param known the words that there are
     * @return {@code ; did you mean 'word'?}, or nothing
     */
    public static String hint(String written, Collection<String> known) {
        List<String> nearest = nearest(written, known);
        return nearest.isEmpty()
                ? ""
                : nearest.stream()
                        .map(word -> "'" + word + "'")
                        .collect(Collectors.joining(" or ", "; did you mean ", "?"));
    }

    private static int tolerance(String written) {
        int letters = written.replace("-", "").length();
        return letters <= FEW_LETTERS ? 1 : letters <= SOME_LETTERS ? 2 : 3;
    }

    private static boolean isBeginning(String written, String word) {
        return written.replace("-", "").length() > 1 && word.startsWith(written);
    }

    /** How many letters to insert, remove, replace or swap with their neighbour lead from one word to the other. */
    private static int distance(String from, String to) {
        int[][] steps = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                steps[i][j] = i == 0 || j == 0 ? i + j : step(steps, from, to, i, j);
            }
        }
        return steps[from.length()][to.length()];
    }

    private static int step(int[][] steps, String from, String to, int i, int j) {
        int replaced = steps[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        int least = Math.min(replaced, Math.min(steps[i - 1][j], steps[i][j - 1]) + 1);
        boolean isSwapped =
                i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
        return isSwapped ? Math.min(least, steps[i - 2][j - 2] + 1) : least;
    }
}
