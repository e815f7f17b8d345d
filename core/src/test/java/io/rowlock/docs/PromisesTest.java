package io.rowlock.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of promises is complete, and the contracts that it names exist. */
class PromisesTest {
    private static final Pattern PROMISE = Pattern.compile("^\\*\\*([SL]\\d+)\\. ", Pattern.MULTILINE);
    private static final Pattern CONTRACT = Pattern.compile("`(\\w+Contract)`");
    private static final List<Path> CONTRACTS =
            List.of(Document.ROOT.resolve("testkit/src/main/java"), Document.ROOT.resolve("contracts/src/test/java"));

    private final Document page = Document.named("docs/promises.md");

    @Test
    void everyPromiseHasItsParagraphInItsOrder() {
        Stream<String> promises = Stream.concat(numbered("S", 11), numbered("L", 7));
        assertThat(found(PROMISE)).containsExactlyElementsOf(promises.toList());
    }

    private static Stream<String> numbered(String letter, int last) {
        return IntStream.rangeClosed(1, last).mapToObj(number -> letter + number);
    }

    /** Those of guards come with a change of their own. */
    @Test
    void everyContractThatIsNamedExists() {
        List<String> files = CONTRACTS.stream()
                .flatMap(Sources::in)
                .map(file -> file.getFileName().toString())
                .toList();
        assertThat(found(CONTRACT))
                .filteredOn(name -> !name.startsWith("Guard") || files.contains("GuardContract.java"))
                .isNotEmpty()
                .allMatch(name -> files.contains(name + ".java"));
    }

    private List<String> found(Pattern pattern) {
        return pattern.matcher(page.prose())
                .results()
                .map(found -> found.group(1))
                .toList();
    }
}
