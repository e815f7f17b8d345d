package io.rowlock.engines.docs;

import io.rowlock.engines.server.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** The statements of a page that are marked as a database's. */
final class MarkedSql {
    private static final Pattern MARKED = Pattern.compile("<!-- sql: (.*?) -->\\n```sql\\n(.*?)```", Pattern.DOTALL);

    private MarkedSql() {}

    static List<String> of(Path page, Engine engine) throws IOException {
        return MARKED.matcher(Files.readString(page))
                .results()
                .filter(block -> Arrays.stream(block.group(1).split(", ", -1)).anyMatch(engine.name()::startsWith))
                .flatMap(block -> Arrays.stream(block.group(2).split(";", -1)))
                .filter(sql -> !sql.isBlank())
                .toList();
    }
}
