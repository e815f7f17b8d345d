package io.rowlock.engines.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A package is about one subject and a class about one thing, so both stay small; and packages depend on each other one way. */
class StructureTest {
    private static final int MOST_CLASSES = 15;
    private static final int MOST_LINES = 300;

    /** The API stays in one package, because its types refer to each other and users import them together. */
    private static final String API = "io.rowlock";

    /** The statements of a database stand together, readable as SQL, so these files are longer. */
    private static final Set<String> LONG_DIALECTS = Set.of("PostgreSqlGeneral", "SqlServerDialect");

    static Stream<SourceTree> sources() {
        return Stream.of("core", "testkit", "memory", "engines", "contracts", "cli", "bench", "chaos", "report")
                .flatMap(SourceTree::of);
    }

    /** Core's API and its internals refer to each other, and core's own ArchitectureTest says where they may. */
    static Stream<SourceTree> sourcesOutsideOfCore() {
        return sources().filter(tree -> !tree.isOf("core"));
    }

    @ParameterizedTest
    @MethodSource("sources")
    void noPackageButTheApiHasMoreThanFifteenClasses(SourceTree tree) {
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
    void noPackageOutsideOfCoreIsPartOfACycle(SourceTree tree) {
        assertThat(tree.packagesInCycles()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("sources")
    void noFileButTheListedDialectsHasMoreThanThreeHundredLines(SourceTree tree) {
        assertThat(tree.longerThan(MOST_LINES))
                .as("look for the second thing that hides in each")
                .isSubsetOf(LONG_DIALECTS);
    }

    @Test
    void everyListedDialectIsLonger() {
        assertThat(sources().flatMap(tree -> tree.longerThan(MOST_LINES).stream()))
                .as("take the others off the list")
                .containsAll(LONG_DIALECTS);
    }
}
