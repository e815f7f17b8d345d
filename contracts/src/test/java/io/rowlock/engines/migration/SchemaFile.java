package io.rowlock.engines.migration;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowlock.engines.server.Engine;
import io.rowlock.testkit.sql.PlainSql;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.stream.Stream;

/** The definition of the lock table as it lies in Rowlock's jar. */
final class SchemaFile {

    private SchemaFile() {}

    /** Where that for this engine lies. */
    static String directory(Engine engine) {
        return "META-INF/rowlock/" + engine.product().name().toLowerCase(Locale.ROOT);
    }

    /** Runs each statement of the script, in order. */
    static void run(Engine engine) {
        PlainSql sql = new PlainSql(engine.dataSource());
        Stream.of(script(engine).split(";\n", -1))
                .filter(statement -> !statement.isBlank())
                .forEach(sql::run);
    }

    private static String script(Engine engine) {
        try (InputStream file = ClassLoader.getSystemResourceAsStream(directory(engine) + "/R__rowlock.sql")) {
            return new String(file.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
