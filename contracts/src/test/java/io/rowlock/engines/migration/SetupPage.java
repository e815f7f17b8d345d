package io.rowlock.engines.migration;

import io.rowlock.engines.server.Engine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** The page that tells how to create the table by migrations: the tests do as it says. */
final class SetupPage {
    private static final Path PAGE = Path.of("..", "docs", "setup.md");

    private SetupPage() {}

    /** The block of code in this language; PostgreSQL's file, which it names, becomes that of the engine. */
    static String block(String language, Engine engine) {
        return Pattern.compile("^```" + language + "\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(text())
                .results()
                .map(found -> found.group(1).replace("META-INF/rowlock/postgresql", SchemaFile.directory(engine)))
                .reduce((one, other) -> {
                    throw new AssertionError("two blocks in " + language);
                })
                .orElseThrow();
    }

    private static String text() {
        try {
            return Files.readString(PAGE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
