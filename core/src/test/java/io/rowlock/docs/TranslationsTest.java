package io.rowlock.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The README says the same in each language: same code, headings, tables and links. */
class TranslationsTest {
    private static final Set<String> READMES = Set.of("README.md", "README.ko.md", "README.zh-CN.md");
    private static final Pattern HEADING = Pattern.compile("^(#+) ", Pattern.MULTILINE);
    private static final Pattern TABLE = Pattern.compile("(^\\|.*\\n)+", Pattern.MULTILINE);
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");

    private final Document original = Document.named("README.md");

    static Stream<Document> readmes() {
        return Document.all().stream().filter(page -> page.name().matches("README(\\.[\\w-]+)?\\.md"));
    }

    static Stream<Document> translations() {
        return readmes().filter(page -> !page.name().equals("README.md"));
    }

    @Test
    void noLanguageIsMissing() {
        assertThat(readmes().map(Document::name)).hasSameElementsAs(READMES);
    }

    @ParameterizedTest
    @MethodSource("translations")
    void codeIsTheSame(Document translation) {
        assertThat(code(translation)).isNotEmpty().isEqualTo(code(original));
    }

    @ParameterizedTest
    @MethodSource("translations")
    void headingsHaveTheSameLevels(Document translation) {
        assertThat(levels(translation)).isNotEmpty().isEqualTo(levels(original));
    }

    @ParameterizedTest
    @MethodSource("translations")
    void tablesHaveAsManyRowsAndColumns(Document translation) {
        assertThat(tables(translation)).isNotEmpty().isEqualTo(tables(original));
    }

    @ParameterizedTest
    @MethodSource("translations")
    void namesInCodeAreTheSame(Document translation) {
        assertThat(inlineCode(translation)).isNotEmpty().isEqualTo(inlineCode(original));
    }

    @ParameterizedTest
    @MethodSource("readmes")
    void linksAreTheSameAndEachLanguageLeadsToTheOthers(Document page) {
        Set<String> expected = links(original);
        expected.addAll(READMES);
        expected.remove(page.name());
        assertThat(links(page)).isEqualTo(expected);
    }

    private static List<String> code(Document page) {
        return page.blocks()
                .map(block -> block.language() + ":\n" + block.code())
                .toList();
    }

    private static List<Integer> levels(Document page) {
        return HEADING.matcher(page.prose())
                .results()
                .map(found -> found.group(1).length())
                .toList();
    }

    /** For each table, the number of cells in each row. */
    private static List<List<Long>> tables(Document page) {
        return TABLE.matcher(page.prose())
                .results()
                .map(table -> table.group().lines().map(TranslationsTest::cells).toList())
                .toList();
    }

    private static long cells(String row) {
        return row.chars().filter(letter -> letter == '|').count() - 1;
    }

    private static Set<String> inlineCode(Document page) {
        return Pattern.compile("`([^`]+)`")
                .matcher(page.prose())
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> links(Document page) {
        return LINK.matcher(page.prose())
                .results()
                .map(found -> found.group(1))
                .filter(link -> !link.contains("://"))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
