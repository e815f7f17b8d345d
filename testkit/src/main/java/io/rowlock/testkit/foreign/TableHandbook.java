package io.rowlock.testkit.foreign;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The two tables of {@code docs/sql.md} that describe the lock table: its kinds of rows, and its columns. */
public final class TableHandbook {
    private static final Pattern ROW = Pattern.compile("^\\| (`[^|]+`) \\| ([^|]+) \\| [^|]+ \\|$", Pattern.MULTILINE);

    private TableHandbook() {}

    /** The kinds that a row may be of. */
    public static Set<String> kinds() {
        return rowsAfter("| kind | slot |").keySet();
    }

    /** The kinds of rows that use a column, by its name; {@code all} for those that every kind uses. */
    public static Map<String, Set<String>> columns() {
        return rowsAfter("| column | kinds |");
    }

    private static Map<String, Set<String>> rowsAfter(String heading) {
        String text = Handbook.text();
        int from = text.indexOf(heading);
        if (from < 0) {
            throw new AssertionError("sql.md has no table that begins with " + heading);
        }
        Map<String, Set<String>> found = new LinkedHashMap<>();
        Matcher rows = ROW.matcher(text.substring(from, text.indexOf("\n\n", from)));
        while (rows.find()) {
            for (String name : words(rows.group(1).replace("`", ""))) {
                found.put(name, words(rows.group(2)));
            }
        }
        return found;
    }

    private static Set<String> words(String list) {
        return Arrays.stream(list.split(",")).map(String::strip).collect(Collectors.toSet());
    }
}
