package io.rowlock.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every link within the documentation leads somewhere. */
class LinksTest {
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);

    static List<Document> pages() {
        return Document.all();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyRelativeLinkResolves(Document page) {
        assertThat(LINK.matcher(page.prose()).results().map(found -> found.group(1)))
                .filteredOn(link -> !link.contains("://"))
                .allSatisfy(link -> resolve(page, link));
    }

    private static void resolve(Document page, String link) {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? page.path() : page.path().resolveSibling(parts[0]);
        assertThat(target).exists();
        if (parts.length > 1) {
            assertThat(headings(target)).contains(parts[1]);
        }
    }

    /** The headings of a page, as links name them. */
    private static List<String> headings(Path page) {
        return HEADING.matcher(Document.read(page).prose())
                .results()
                .map(found -> found.group(1).toLowerCase(Locale.ROOT))
                .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
                .toList();
    }
}
