package io.rowlock.engines.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A package is about one subject, so it stays small. */
class PackagesTest {
    private static final long MOST = 15;

    @ParameterizedTest
    @ValueSource(strings = {"../testkit/src/main/java", "src/main/java", "src/test/java"})
    void noPackageHasMoreThanFifteenClasses(String sources) throws IOException {
        try (Stream<Path> files = Files.walk(Path.of(sources))) {
            Map<Path, Long> sizes = files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith("package-info.java"))
                    .collect(Collectors.groupingBy(Path::getParent, Collectors.counting()));
            assertThat(sizes)
                    .isNotEmpty()
                    .allSatisfy((directory, size) ->
                            assertThat(size).as("classes in %s", directory).isLessThanOrEqualTo(MOST));
        }
    }
}
