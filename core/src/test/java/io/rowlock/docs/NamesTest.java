package io.rowlock.docs;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every class that the documentation names exists. */
class NamesTest {
    private static final Pattern CLASS = Pattern.compile("`([A-Z]\\w*[a-z]\\w*)`");

    /** Of the JDK, and of other libraries. */
    private static final Set<String> FOREIGN = Set.of(
            "Duration",
            "IllegalArgumentException",
            "InterProcessMutex",
            "InterruptedException",
            "JdbcLockRegistry",
            "JdbcTemplate",
            "KeepAliveLockProvider",
            "Lock",
            "LockExtender",
            "NullPointerException",
            "Optional",
            "RLock",
            "SQLException",
            "StackWalker",
            "XADataSource");

    /** The changelog also names what is gone. */
    static Stream<Document> pages() {
        return Document.all().stream().filter(page -> !page.name().equals("CHANGELOG.md"));
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
