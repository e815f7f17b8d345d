package io.rowlock.testkit.foreign;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The statements of {@code docs/sql.md} for one database. A statement stands in a block after a comment that names the
 * databases it is for, and what it does: {@code <!-- sql: mysql mariadb: renew -->}.
 */
final class Handbook {

    private static final Pattern BLOCK =
            Pattern.compile("(?:<!-- sql: ([a-z0-9 ]+): ([a-z ]+) -->\\s*)?```sql\\n(.*?)```", Pattern.DOTALL);

    private final Map<String, String> statements = new HashMap<>();
    private final String database;

    private Handbook(String database) {
        this.database = database;
    }

    /** The statements for the database that a JDBC address names in its second part. */
    static Handbook of(String database) {
        Handbook handbook = new Handbook(database);
        Matcher blocks = BLOCK.matcher(text());
        while (blocks.find()) {
            handbook.add(blocks);
        }
        return handbook;
    }

    private void add(Matcher block) {
        if (block.group(1) == null) {
            throw new AssertionError("a statement of sql.md is not marked, and would not be run: " + block.group(3));
        }
        boolean isForThis = Set.of(block.group(1).split(" ")).contains(database);
        if (isForThis && statements.put(block.group(2), block.group(3).strip()) != null) {
            throw new AssertionError("sql.md says twice how to " + block.group(2) + " on " + database);
        }
    }

    /** The operations that it describes. */
    Set<String> acts() {
        return new TreeSet<>(statements.keySet());
    }

    boolean has(String act) {
        return statements.containsKey(act);
    }

    String statement(String act) {
        return Objects.requireNonNull(
                statements.get(act), () -> "sql.md does not say how to " + act + " on " + database);
    }

    static String text() {
        try (InputStream stream = Handbook.class.getResourceAsStream("sql.md")) {
            byte[] bytes =
                    Objects.requireNonNull(stream, "sql.md is not in the jar").readAllBytes();
            return new String(bytes, StandardCharsets.UTF_8).replace("\r", "");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
