package io.rowlock.engines.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A package is about one subject and a class about one thing, so both stay small; and packages depend on each other one way. */
class StructureTest {
    private static final int MOST_CLASSES = 15;
    private static final int MOST_LINES = 300;

    /** The API stays in one package, because its types refer to each other and users import them together. */
    private static final String API = "io.rowlock";

    /** The statements of a database stand together, readable as SQL, so their files may be longer. */
    private static final Set<String> DIALECTS = Set.of(
            "InnoDbDialect",
            "H2Dialect",
            "OracleDialect",
            "PostgreSqlDialect",
            "PostgreSqlGeneral",
            "SqlServerDialect");

    /** Classes that are still too long. This list only becomes shorter. */
    private static final Set<String> TOO_LONG = Set.of(
            // engines
            "PostgresWakeUpTest");

    static Stream<SourceTree> sources() {
        return Stream.of("core", "testkit", "memory", "engines", "cli", "bench", "chaos", "report")
                .flatMap(SourceTree::of);
    }

    /** Core's API and its internals refer to each other, and core's own ArchitectureTest says where they may. */
    static Stream<SourceTree> sourcesOutsideOfCore() {
        return sources().filter(tree -> !tree.isOf("core"));
    }

    @ParameterizedTest
    @MethodSource("sources")
    void noPackageHasMoreThanFifteenClasses(SourceTree tree) {
        assertThat(tree.classesByPackage()).isNotEmpty().allSatisfy((name, classes) -> {
            if (!name.equals(API)) {
                assertThat(classes)
                        .as("classes of %s; split it by subject", name)
                        .hasSizeLessThanOrEqualTo(MOST_CLASSES);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("sourcesOutsideOfCore")
    void noPackageIsPartOfACycle(SourceTree tree) {
        assertThat(tree.packagesInCycles()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("sources")
    void noClassHasMoreThanThreeHundredLinesButADialect(SourceTree tree) {
        List<String> tooLong = tree.longerThan(MOST_LINES);

        assertThat(tooLong)
                .as("look for the second thing that hides in each")
                .allMatch(name -> DIALECTS.contains(name) || TOO_LONG.contains(name));
    }
}
