package io.rowlock.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The Java files of all modules. */
final class Sources {
    private Sources() {}

    static Stream<Path> all() {
        return Stream.of("core", "testkit", "memory", "engines", "contracts", "cli", "bench", "chaos", "report")
                .map(module -> Document.ROOT.resolve(module).resolve("src"))
                .filter(Files::exists)
                .flatMap(Sources::in);
    }

    /** The Java files below a directory. */
    static Stream<Path> in(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
