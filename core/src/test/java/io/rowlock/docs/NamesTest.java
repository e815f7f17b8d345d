package io.rowlock.docs;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every class that the documentation names exists. */
class NamesTest {
    private static final Pattern CLASS = Pattern.compile("`([A-Z]\\w*[a-z]\\w*)`");

    /** Of the JDK, and of other lock libraries. */
    private static final Set<String> FOREIGN = Set.of(
            "Duration", "InterruptedException", "JdbcLockRegistry", "KeepAliveLockProvider", "Lock", "LockExtender");

    static Stream<Document> pages() {
        return Document.all().stream().filter(page -> isAboutOurClasses(page.name()));
    }

    private static boolean isAboutOurClasses(String page) {
        return List.of("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "docs/operating.md", "docs/setup.md")
                        .contains(page)
                || page.startsWith("docs/decisions");
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyClassThatAPageNamesExists(Document page) {
        assertThat(classesNamedIn(page).filter(name -> !FOREIGN.contains(name))).isSubsetOf(classes());
    }

    private static Stream<String> classesNamedIn(Document page) {
        return CLASS.matcher(page.prose()).results().map(found -> found.group(1));
    }

    private static Set<String> classes() {
        return Sources.all()
                .map(file -> file.getFileName().toString().replace(".java", ""))
                .collect(toSet());
    }
}
